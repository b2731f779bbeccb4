import { LOG_LEVELS } from "./log.ts";
import {
  databaseUrl,
  deskUrl,
  duration,
  hostPort,
  integer,
  keepCounts,
  list,
  oneOf,
  optional,
  origin,
  proxies,
  rateLimit,
  seconds,
  secretKeys,
  wholePath,
} from "./setting-values.ts";

export type Setting<T> = {
  fallback: string | ((of: (name: string) => string) => string);
  parse: (value: string) => T;
  help: string;
  secret?: true;
};

/** Every setting, in the order in which it is shown. */
export const SETTINGS = {
  HOST: { fallback: "127.0.0.1", parse: (value: string) => value, help: "address to listen on" },
  PORT: { fallback: "8080", parse: integer(0, 65535), help: "port to listen on" },
  BASE_URL: {
    fallback: (of: (name: string) => string) => `http://localhost:${of("PORT")}`,
    parse: origin,
    help: "the public origin, which every URL in the output begins with",
  },
  DATABASE_URL: {
    fallback: "sqlite:./data/candor.db",
    parse: databaseUrl,
    help: "sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME",
    secret: true,
  },
  DATABASE_MUST_EXIST: {
    fallback: "false",
    parse: oneOf(["true", "false"]),
    help: "true: candor serve does not begin a new database, so that a disk that is not mounted is noticed; import and business may",
  },
  STATE_FOLDER: {
    fallback: "./data",
    parse: (value: string) => value,
    help: "folder for what servers keep on their own disk when the database is PostgreSQL: the saved snapshot and the ledger of erasures",
  },
  BACKUP_FOLDER: {
    fallback: "",
    parse: (value: string) => value,
    help: "folder in which candor serve keeps backups of a SQLite database, best on another disk; none are made when empty",
  },
  BACKUP_EVERY: { fallback: "1d", parse: duration, help: "time between two backups, such as 30s, 1h or 1d" },
  BACKUP_KEEP: {
    fallback: "7,4,12",
    parse: keepCounts,
    help: "how many daily, weekly and monthly backups are kept; older ones that the server made are deleted",
  },
  LOG_LEVEL: { fallback: "info", parse: oneOf(LOG_LEVELS), help: "debug, info, warn, error or silent" },
  TRUST_PROXY: {
    fallback: "false",
    parse: proxies,
    help: "whether to take the client's address from X-Forwarded-For: false, true, or the number of proxies in front",
  },
  METRICS_PORT: {
    fallback: "",
    parse: optional(integer(1, 65535)),
    help: "port of /metrics; metrics are off when empty",
  },
  METRICS_HOST: {
    fallback: "127.0.0.1",
    parse: (value: string) => value,
    help: "address of /metrics, which anyone who reaches it can read",
  },
  ROLE: {
    fallback: "both",
    parse: oneOf(["both", "web", "worker"]),
    help: "web (serves), worker (delivers to subscribers) or both",
  },
  RATE_LIMIT_READ: { fallback: "3000/min", parse: rateLimit, help: "read requests allowed per client address, or off" },
  RATE_LIMIT_MCP: { fallback: "600/min", parse: rateLimit, help: "MCP messages allowed per session, or off" },
  RATE_LIMIT_MCP_ADDRESS: {
    fallback: "6000/min",
    parse: rateLimit,
    help: "MCP messages allowed per client address, in all its sessions and without one, or off",
  },
  RATE_LIMIT_HUB: {
    fallback: "60/min",
    parse: rateLimit,
    help: "hub requests allowed per client address, or off; off also lifts the hub's other limits, except the cap on all subscriptions",
  },
  MCP_SESSION_MAX_AGE_SECONDS: {
    fallback: "86400",
    parse: integer(60, 31_536_000),
    help: "seconds until an MCP session id expires, used or not; the old name MCP_SESSION_IDLE_SECONDS is still read",
  },
  WEBSUB_LEASE_MIN: { fallback: "300", parse: integer(1, 31_536_000), help: "shortest lease, in seconds" },
  WEBSUB_LEASE_DEFAULT: {
    fallback: "864000",
    parse: integer(1, 31_536_000),
    help: "lease when the subscriber asks for none, in seconds",
  },
  WEBSUB_LEASE_MAX: { fallback: "2592000", parse: integer(1, 31_536_000), help: "longest lease, in seconds" },
  WEBSUB_RETRY_SECONDS: {
    fallback: "30,300",
    parse: list(integer(0, 86_400)),
    help: "seconds to wait before the second and the third try of a delivery",
  },
  WEBSUB_TIMEOUT_SECONDS: {
    fallback: "10",
    parse: integer(1, 300),
    help: "timeout of one request to a callback, in seconds; each MB of content adds one",
  },
  WEBSUB_ALLOWED_CALLBACKS: {
    fallback: "",
    parse: list(hostPort),
    help: "callbacks that may have a private address, as a list of exact host:port; for tests",
  },
  WEBSUB_CALLBACK_PORTS: {
    fallback: "443,8443",
    parse: list(integer(1, 65535)),
    help: "ports that a callback may use",
  },
  SYNC: {
    fallback: "on",
    parse: oneOf(["on", "off"]),
    help: "on: sources that were set up with candor sync are read by schedule; off: only by hand",
  },
  SYNC_NEWS_SECONDS: { fallback: "900", parse: seconds, help: "seconds between two reads of a URL source" },
  SYNC_FULL_SECONDS: {
    fallback: "86400",
    parse: seconds,
    help: "longest time between two reads of the whole content of a URL source, in seconds",
  },
  SYNC_FOLDER_SECONDS: { fallback: "60", parse: seconds, help: "seconds between two looks into a watched folder" },
  SYNC_GONE_SECONDS: {
    fallback: "43200",
    parse: seconds,
    help: "how far apart two complete reads without a review must be before it is removed, in seconds",
  },
  SYNC_ALLOWED_HOSTS: {
    fallback: "",
    parse: list(hostPort),
    help: "hosts of URL sources that may have a private address, as a list of exact host:port; for tests",
  },
  DESK_HOST: {
    fallback: "127.0.0.1",
    parse: (value: string) => value,
    help: "address on which the desk listens: of this machine only, unless DESK_URL is https",
  },
  DESK_PORT: { fallback: "8090", parse: integer(0, 65535), help: "port of the desk" },
  DESK_URL: {
    fallback: "",
    parse: optional(deskUrl),
    help: "origin of the desk behind a reverse proxy, such as https://desk.example.com; then people sign in with passkeys",
  },
  DESK_FOLDERS: {
    fallback: "",
    parse: list(wholePath),
    help: "with DESK_URL: folders whose subfolders can be sources that are added at the desk",
  },
  SECRET_KEY: {
    fallback: "",
    parse: secretKeys,
    help: "signs MCP session ids and encrypts hub secrets; older keys that are still accepted follow after commas; with SQLite, a key is created on first start",
    secret: true,
  },
} as const satisfies Record<string, Setting<unknown>>;
