import { healthTimeoutMs } from '@sidetone/contract/rules/call-timing.ts';
import { Refusal } from '../requests/refusal.ts';

/** Something the server needs; fulfils when it is there. */
export type Check = () => Promise<unknown>;
type Checks = Readonly<Record<string, Check>>;

/** Runs all checks at once. Throws `Refusal` UNAVAILABLE when one fails or takes longer than 5 s, naming which. */
export async function checkHealth(checks: Checks, waitMs: number = healthTimeoutMs): Promise<{ status: 'ok' }> {
  const failed = await failuresOf(checks, waitMs);
  if (failed.length > 0) {
    const names = failed.map(({ name }) => name).join(', ');
    throw new Refusal('UNAVAILABLE', `Not available: ${names}.`, { cause: failed[0]?.cause });
  }
  return { status: 'ok' };
}

/**
 * Whether calls can be taken: runs all checks, each of which names what it looks for. Throws `Refusal` UNAVAILABLE; its `type`
 * is the first thing that is missing, in the order of the checks, and its `detail` all of them.
 */
export async function checkReadiness(
  given: { readonly isStopping: () => boolean; readonly checks: Checks },
  waitMs: number = healthTimeoutMs,
): Promise<{ status: 'ready' }> {
  const failed = given.isStopping() ? [{ name: 'stopping', cause: undefined }] : await failuresOf(given.checks, waitMs);
  const [first] = failed;
  if (first) {
    const detail = failed.map(({ name }) => name).join(', ');
    throw new Refusal('UNAVAILABLE', `Not ready: ${detail}.`, {
      cause: first.cause,
      problem: { type: first.name, detail },
    });
  }
  return { status: 'ready' };
}

async function failuresOf(checks: Checks, waitMs: number): Promise<{ name: string; cause: unknown }[]> {
  const outcomes = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      let timer: NodeJS.Timeout | undefined;
      const tooLong = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error(`${name} does not answer`)), waitMs);
      });
      try {
        await Promise.race([check(), tooLong]);
        return [];
      } catch (cause) {
        return [{ name, cause }];
      } finally {
        clearTimeout(timer);
      }
    }),
  );
  return outcomes.flat();
}
