import type { Language } from '../basic/call.ts';
import { stemsOf } from '../basic/words.ts';

/**
 * Which of an assistant's topics a caller speaks of: those with at least one word, fillers aside, that the answers have in some
 * form. The one with the largest share of its words comes first; equals keep the assistant's order.
 */
export function sortTopics(topics: readonly string[], answers: readonly string[], language: Language): string[] {
  const said = new Set(answers.flatMap((answer) => stemsOf(answer, language)));
  return topics
    .map((topic) => {
      const stems = [...new Set(stemsOf(topic, language))];
      return { topic, share: stems.filter((stem) => said.has(stem)).length / Math.max(1, stems.length) };
    })
    .filter(({ share }) => share > 0)
    .sort((one, other) => other.share - one.share)
    .map(({ topic }) => topic);
}
