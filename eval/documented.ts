import { analyse } from '../apps/server/src/ai/basic/analyse.ts';
import { answersOf } from '../apps/server/src/ai/basic/answers.ts';
import { proved } from '../apps/server/src/ai/evidence/proved.ts';
import { addCount, type Count, nothingCounted } from './count.ts';
import type { Hearing } from './hearing.ts';
import { type PlantedCall, spokenCall } from './planted-call.ts';

/** What became of calls that rules documented. */
export interface RulesCount {
  readonly count: Count;
  /** Points that rules found and that did not hold. */
  readonly dropped: number;
}

/** Documents calls, heard this well, without a model, as the product does, and counts what was found, missed and made up. */
export function countOf(calls: readonly PlantedCall[], { seeds, heard }: Hearing): RulesCount {
  const count = nothingCounted();
  let dropped = 0;
  for (const seed of seeds) {
    for (const call of calls) {
      const spoken = spokenCall(call, heard(call, seed));
      const questions = call.questions.map(({ id, question }) => ({ id, text: question }));
      const made = proved(analyse(spoken), spoken);
      dropped += made.dropped;
      addCount(count, call, spoken, { analysis: made.analysis, answers: answersOf(spoken, questions), isQuoted: true });
    }
  }
  return { count, dropped };
}
