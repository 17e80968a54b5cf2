import { adminAiRoutes } from '@sidetone/contract/http/admin/ai-routes.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { toast } from '#ui/toasts.ts';
import { useRun } from '../run.ts';

/** The server gives up after 20 s by itself. */
const testTimeoutMs = 30_000;
/** Of a long list of models the first are told. */
const toldModels = 5;

/** Asks a service whether it would work, and tells what it said; the page has it from the live list. */
export function useServiceTest() {
  const { t } = useWords();
  const { run } = useRun();
  const [testing, setTesting] = useState<string | null>(null);
  const test = async ({ id, name }: { readonly id: string; readonly name: string }) => {
    setTesting(id);
    const found = await run(
      () => call(adminAiRoutes.testAiConnection, { params: { connectionId: id } }, { timeoutMs: testTimeoutMs }),
      null,
    );
    setTesting(null);
    if (!found) return;
    const { problem, models } = found;
    const told = problem === null && models !== null ? models.slice(0, toldModels).join(', ') : '';
    const text =
      problem === null ? t(($) => $.admin.ai.models, { models: told }) : t(($) => $.admin.ai.problems[problem]);
    toast({
      id: 'ai-service-test',
      tone: problem === null ? 'ok' : 'error',
      title: t(($) => (problem === null ? $.admin.ai.testGood : $.admin.ai.testBad), { name }),
      ...(problem === null && told === '' ? {} : { text }),
    });
  };
  return { test, testing };
}
