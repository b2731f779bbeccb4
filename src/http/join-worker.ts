import type { Body } from "../snapshot/body.ts";

/** The thread that copies one large body into a Blob and then ends. Its reply is an object URL for the Blob. */
declare const self: Worker;
self.onmessage = ({ data }: MessageEvent<Body>) => self.postMessage(URL.createObjectURL(new Blob([...data])));
