/** So long it is waited for calls that would be lost, such as those that ring. */
const patienceMs = 20_000;
const lookEveryMs = 100;
/** An answer is told to both sides once it is written down: what was answered just now is waited for. */
const calmMs = 600;

interface Parts {
  /** Whether the row of the node says that it is to be handed over. */
  isWanted(): Promise<boolean>;
  readonly pace: { hold(isHeld: boolean): void; isBusy(): boolean };
  readonly exchange: { callsToLose(): number };
  pause(ms: number): Promise<void>;
  /** In ms, by a clock that nobody sets. */
  now(): number;
  onState(isLeaving: boolean): void;
  /** Ends this process, and leaves the calls to the next carrier of the node. */
  leave(): void;
}

/** The hand-over of a node: no call begins, those that would be lost are waited for, and then the process leaves. */
export function handingOver({ isWanted, pace, exchange, pause, now, onState, leave }: Parts): {
  look(): Promise<void>;
} {
  let isDraining = false;
  const drain = async (): Promise<void> => {
    const until = now() + patienceMs;
    let calmSince = now();
    while (isDraining && now() < until && now() - calmSince < calmMs) {
      await pause(lookEveryMs);
      if (pace.isBusy() || exchange.callsToLose() > 0) calmSince = now();
    }
    if (isDraining) leave();
  };
  return {
    /** The row may have changed. */
    async look() {
      const wanted = await isWanted();
      if (wanted === isDraining) return;
      isDraining = wanted;
      pace.hold(wanted);
      onState(wanted);
      if (wanted) await drain();
    },
  };
}
