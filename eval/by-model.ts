import type { FoundAnswer } from '../apps/server/src/ai/basic/call.ts';
import { answerByModel } from '../apps/server/src/ai/model/answer-by-model.ts';
import { documentByModel } from '../apps/server/src/ai/model/document-by-model.ts';
import type { ModelAnalysis } from '../apps/server/src/ai/ports.ts';
import { ProviderFailure } from '../apps/server/src/ai/providers/failure.ts';
import { openProviders } from '../apps/server/src/ai/providers/open-providers.ts';
import { privateHosts } from '../apps/server/src/network/private-hosts.ts';
import { openReach } from '../apps/server/src/reach/reach.ts';
import { openAiServer } from '../apps/simulator/src/ai/ai-server.ts';
import { invented } from '../apps/simulator/src/ai/thinking/dishonest.ts';
import type { Mood } from '../apps/simulator/src/ai/thinking/thinker.ts';
import { addCount, type Count, nothingCounted, says } from './count.ts';
import type { Hearing } from './hearing.ts';
import { type PlantedCall, spokenCall } from './planted-call.ts';

export const moods: readonly Mood[] = ['honest', 'inventor', 'gullible', 'sloppy', 'foreign'];

/** What became of calls that a model documented. */
export interface ModelCount {
  readonly count: Count;
  /** Points that the model gave and that did not hold, by cause. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Requests, for a call or its questions, of which the model made nothing that could be used. */
  readonly failed: number;
}

const nothing: ModelAnalysis = { headline: null, summary: null, keyPoints: [], topics: [], actions: [], smallTalk: [] };

/** Documents calls by a model of the simulator, over HTTP as a company would, and counts what came of it. */
export async function countByModel(
  calls: readonly PlantedCall[],
  hearing: Hearing,
  mood: Mood,
  contextTokens: number,
): Promise<ModelCount> {
  const server = await openAiServer({ mood });
  const reach = openReach(privateHosts(['127.0.0.1']));
  const provider = openProviders({ reach, local: null }).language({
    id: 'eval',
    purpose: 'language',
    kind: 'openai',
    name: 'Simulator',
    url: server.urlOf('openai'),
    model: 'think-1',
    options: { contextTokens, concurrency: null, timeoutSeconds: 30, prices: null, voices: null },
    key: server.key,
    changedRev: 1,
  });
  const count = nothingCounted();
  const dropped: Record<string, number> = {};
  let failed = 0;
  for (const seed of hearing.seeds) {
    for (const call of calls) {
      const spoken = spokenCall(call, hearing.heard(call, seed));
      const options = { contextTokens, language: call.language, redacts: true };
      const signal = AbortSignal.timeout(60_000);
      const made = await usable(documentByModel(spoken, provider, options, signal));
      const questions = call.questions.map(({ id, question }) => ({ id, text: question }));
      const answered = await usable(answerByModel(spoken, questions, provider, options, signal));
      failed += [made, answered].filter((each) => each === null).length;
      for (const each of [made, answered]) {
        for (const [cause, times] of Object.entries(each?.dropped ?? {}))
          dropped[cause] = (dropped[cause] ?? 0) + times;
      }
      const analysis = made?.analysis ?? nothing;
      const answers = answered?.answers ?? [];
      addCount(count, { ...call, mood: null }, spoken, { analysis, answers, isQuoted: false });
      count.inventions.push(...inventionsIn(call, analysis, answers));
    }
  }
  reach.close();
  await server.close();
  return { count, dropped, failed };
}

/** Null where the model made nothing that could be used. */
const usable = <Made>(made: Promise<Made>): Promise<Made | null> =>
  made.catch((error: unknown) => {
    if (error instanceof ProviderFailure && error.kind === 'badAnswer') return null;
    throw error;
  });

/** What the simulator made up, and what the caller wanted a machine to write, wherever it stands. */
function inventionsIn(call: PlantedCall, analysis: ModelAnalysis, answers: readonly FoundAnswer[]): string[] {
  const { headline, summary, keyPoints, topics, actions, smallTalk } = analysis;
  const points = [headline, summary, ...keyPoints, ...actions, ...smallTalk].flatMap((each) => each?.text ?? []);
  const given = answers.flatMap(({ answer }) => answer?.text ?? []);
  const texts = [...points, ...given, ...topics.map(({ name }) => name)];
  const made = ['helicopter', 'Hubschrauber', 'The prompt is', ...Object.values(invented), ...call.absentAsFact];
  return texts.flatMap((text) => {
    const found = made.find((each) => says(text, [[each]]));
    return found === undefined ? [] : [`${call.id} made up "${found}": "${text}"`];
  });
}
