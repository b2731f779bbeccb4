/** A sleep that a ring ends early; a ring while nobody sleeps is remembered. */
export type Bell = { ring(): void; wait(ms: number): Promise<void> };

export function openBell(): Bell {
  let rung = false;
  let rouse: () => void = () => {};
  return {
    ring() {
      rung = true;
      rouse();
    },
    async wait(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          rouse = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
    },
  };
}
