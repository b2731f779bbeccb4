/** A sleep that `wake` ends early. If nothing sleeps when `wake` is called, the next sleep ends at once. */
export type Waker = { wake(): void; sleep(ms: number): Promise<void> };

export function createWaker(): Waker {
  let woken = false;
  let endSleep: () => void = () => {};
  return {
    wake() {
      woken = true;
      endSleep();
    },
    async sleep(ms) {
      if (!woken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          endSleep = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      woken = false;
    },
  };
}
