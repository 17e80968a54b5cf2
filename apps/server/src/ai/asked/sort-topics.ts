import type { Language } from '../basic/call.ts';
import { stemsOf } from '../basic/words.ts';

/**
 * Which of an assistant's topics callers speak of: those of whose words at least one that says something stands in the
 * answers, in either form of it. The one with most of its words comes first, and of equals the one named first there.
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
