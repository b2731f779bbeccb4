import { connect } from "node:net";
import { FAR_MS } from "../machine.ts";

export const statusesIn = (text: string): number[] =>
  Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));

/** Sends bytes and collects the reply until the server closes, or until 100 ms after it has sent `answers` responses. */
export function exchange(port: number, payload: string | Uint8Array, answers: number | null = null) {
  return new Promise<{ text: string; closed: boolean }>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    const end = (closed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, closed });
    };
    const timer = setTimeout(() => end(false), FAR_MS);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (answers !== null && statusesIn(text).length >= answers) setTimeout(() => end(false), 100);
    });
    socket.on("error", () => {});
    socket.on("close", () => end(true));
    socket.on("connect", () => socket.write(payload));
  });
}
