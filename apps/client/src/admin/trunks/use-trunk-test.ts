import type { Trunk } from '@sidetone/contract/entities/trunk.ts';
import { adminDeviceRoutes } from '@sidetone/contract/http/admin/device-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { toast } from '#ui/toasts.ts';
import { useRun } from '../run.ts';

/** The time that the server may take to ask the other side, in milliseconds: RFC 3261 gives up after 32 s. */
const testTimeoutMs = 40_000;

/** Asks the other side of a trunk whether it is there, and reports its answer. */
export function useTrunkTest() {
  const { t } = useWords();
  const { run, busy } = useRun();
  const test = async (trunk: Pick<Trunk, 'id' | 'name'>) => {
    const found = await run(
      () => call(adminDeviceRoutes.testTrunk, { params: { trunkId: trunk.id } }, { timeoutMs: testTimeoutMs }),
      null,
    );
    if (!found) return null;
    const { isReachable, answer, milliseconds } = found;
    // Any answer is a good one: many providers say "404 Not Found" to such a question, which reads like a failure.
    const said = isReachable ? [] : [answer];
    if (milliseconds !== null) said.push(`${milliseconds} ms`);
    toast({
      tone: isReachable ? 'ok' : 'error',
      title: t(($) => (isReachable ? $.admin.trunks.testGood : $.admin.trunks.testBad), { name: trunk.name }),
      ...(said.length > 0 && { text: said.join(', ') }),
    });
    return found;
  };
  return { test, busy };
}
