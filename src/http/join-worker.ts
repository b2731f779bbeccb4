import type { Body } from "../snapshot/body.ts";

/** The thread that copies one large body into a Blob, and ends. Its reply is the Blob's address in this process. */
declare const self: Worker;
self.onmessage = ({ data }: MessageEvent<Body>) => self.postMessage(URL.createObjectURL(new Blob([...data])));
