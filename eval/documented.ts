import { analyse } from '../apps/server/src/ai/basic/analyse.ts';
import { answersOf } from '../apps/server/src/ai/basic/answers.ts';
import { addCount, type Count, nothingCounted } from './count.ts';
import { type Hearing, heard, seedsOf } from './hearing.ts';
import { type PlantedCall, spokenCall } from './planted-call.ts';

/** Documents calls, heard this well, without a model, and counts what was found, missed and made up. */
export function countOf(calls: readonly PlantedCall[], hearing: Hearing): Count {
  const count = nothingCounted();
  for (const seed of seedsOf(hearing)) {
    for (const call of calls) {
      const spoken = spokenCall(call, heard(call, hearing, seed));
      const questions = call.questions.map(({ id, question }) => ({ id, text: question }));
      addCount(count, call, spoken, analyse(spoken), answersOf(spoken, questions));
    }
  }
  return count;
}
