import { actionsOf } from '../basic/actions.ts';
import type { SpokenCall, Utterance } from '../basic/call.ts';
import { daysIn } from '../basic/days.ts';
import { sentencesOf } from '../basic/sentences.ts';
import { plain } from '../basic/words.ts';

/**
 * The day that words of a call name, by the rules that days are read with; the model only says which words. A day without a
 * word of deadline is one only where the rules for actions find the same: who calls about the appointment on Monday
 * has to do nothing on Monday. `isSaid` is false where the evidence does not have the words.
 */
export function dueOf(
  words: string,
  rests: readonly Utterance[],
  call: SpokenCall,
): { readonly isSaid: boolean; readonly due: string | null } {
  const { language, day } = call;
  const wanted = plain(words);
  if (wanted === '') return { isSaid: true, due: null };
  const days = new Set<string | null>();
  let isSaid = false;
  for (const { text } of rests) {
    const said = plain(text);
    for (let at = said.indexOf(wanted); at >= 0; at = said.indexOf(wanted, at + 1)) {
      isSaid = true;
      for (const named of daysIn(said, language, day)) {
        if (named.from >= at + wanted.length || at >= named.to) continue;
        days.add(named.isDeadline || isFoundByRules(named.day, rests, call) ? named.day : null);
      }
    }
  }
  return { isSaid, due: days.size === 1 ? ([...days][0] ?? null) : null };
}

function isFoundByRules(day: string | null, rests: readonly Utterance[], call: SpokenCall): boolean {
  const sentences = sentencesOf({ ...call, utterances: rests });
  return actionsOf(call, sentences, sentences).some(({ due }) => due !== null && due === day);
}
