import { healthTimeoutMs } from '@sidetone/contract/rules/call-timing.ts';
import { Refusal } from '../requests/refusal.ts';

/** Something the server needs; fulfils when it is there. */
export type Check = () => Promise<unknown>;

/** Runs all checks at once. Throws `Refusal` UNAVAILABLE when one fails or takes longer than 5 s, naming which. */
export async function checkHealth(
  checks: Readonly<Record<string, Check>>,
  waitMs: number = healthTimeoutMs,
): Promise<{ status: 'ok' }> {
  const outcomes = await Promise.allSettled(
    Object.entries(checks).map(async ([name, check]) => {
      let timer: NodeJS.Timeout | undefined;
      const tooLong = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error(`${name} does not answer`)), waitMs);
      });
      try {
        await Promise.race([check(), tooLong]);
      } catch (cause) {
        throw new Error(name, { cause });
      } finally {
        clearTimeout(timer);
      }
    }),
  );
  const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []));
  if (failed.length > 0) {
    const names = failed.map((error) => error.message).join(', ');
    throw new Refusal('UNAVAILABLE', `Not available: ${names}.`, { cause: failed[0] });
  }
  return { status: 'ok' };
}
