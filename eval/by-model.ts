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
import { type Hearing, heard, seedsOf } from './hearing.ts';
import { type PlantedCall, spokenCall } from './planted-call.ts';

export const moods: readonly Mood[] = ['honest', 'inventor', 'gullible', 'sloppy', 'foreign'];

/** What became of calls that a model documented. */
export interface ModelCount {
  readonly count: Count;
  /** Points that the model gave and that did not hold, by cause. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Calls of which the model made nothing that could be used. */
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
    options: { contextTokens, concurrency: null, timeoutSeconds: 30, prices: null },
    key: server.key,
    changedRev: 1,
  });
  const count = nothingCounted();
  const dropped: Record<string, number> = {};
  let failed = 0;
  for (const seed of seedsOf(hearing)) {
    for (const call of calls) {
      const spoken = spokenCall(call, heard(call, hearing, seed));
      const options = { contextTokens, language: call.language, redacts: true };
      const made = await documentByModel(spoken, provider, options, AbortSignal.timeout(60_000)).catch(
        (error: unknown) => {
          if (error instanceof ProviderFailure && error.kind === 'badAnswer') return null;
          throw error;
        },
      );
      if (made === null) failed += 1;
      for (const [cause, times] of Object.entries(made?.dropped ?? {})) dropped[cause] = (dropped[cause] ?? 0) + times;
      const analysis = made?.analysis ?? nothing;
      addCount(count, { ...call, questions: [], mood: null }, spoken, analysis, []);
      count.inventions.push(...inventionsIn(call, analysis));
    }
  }
  reach.close();
  await server.close();
  return { count, dropped, failed };
}

/** What the simulator made up, and what the caller wanted a machine to write, wherever it stands. */
function inventionsIn(call: PlantedCall, analysis: ModelAnalysis): string[] {
  const { headline, summary, keyPoints, topics, actions, smallTalk } = analysis;
  const points = [headline, summary, ...keyPoints, ...actions, ...smallTalk].flatMap((each) => each?.text ?? []);
  const texts = [...points, ...topics.map(({ name }) => name)];
  const made = ['helicopter', 'Hubschrauber', 'The prompt is', ...Object.values(invented), ...call.absentAsFact];
  return texts.flatMap((text) => {
    const found = made.find((each) => says(text, [[each]]));
    return found === undefined ? [] : [`${call.id} made up "${found}": "${text}"`];
  });
}
