import { unbroken } from './unbroken.ts';

const lookEveryMs = 1_000;
/** Carriers that are well have renewed their leases this long after the database came back. */
const sureAfterMs = 8_000;

interface Waiting<Lease> {
  /** Takes the seat where nobody has it; see `claimFreeNode` for `isSure`. */
  claim(isSure: boolean): Promise<Lease | undefined>;
  /** See `databaseTime`. */
  time(): Promise<number>;
  pause(ms: number): Promise<void>;
  /** In ms, by the clock on the wall. */
  now(): number;
  /** Before each look. */
  onLook(): void;
  onTrouble(error: unknown): void;
}

/** Looks for the seat every second, for as long as it takes. Leases that ran out count once the database was there all the time. */
export async function waitForSeat<Lease>(waiting: Waiting<Lease>): Promise<Lease> {
  const { claim, time, pause, now, onLook, onTrouble } = waiting;
  const there = unbroken(5 * lookEveryMs, now);
  const look = async () => await claim(there.look(await time()) > sureAfterMs);
  for (;;) {
    await pause(lookEveryMs);
    onLook();
    const lease = await look().catch((error: unknown) => {
      there.broken();
      onTrouble(error);
      return undefined;
    });
    if (lease) return lease;
  }
}
