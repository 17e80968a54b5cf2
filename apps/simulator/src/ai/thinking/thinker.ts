import type { Asked } from '../vendors/language.ts';
import { answerHonestly, answerInOtherLanguage, answerInventively, answerObediently } from './answers.ts';
import { type CallData, type ChatData, dataIn, type PointsData, type QuestionsData } from './call-data.ts';
import { chat } from './chat.ts';
import { chooseInventively, documentInOtherLanguage, documentInventively, documentObediently } from './dishonest.ts';
import { chooseHonestly, documentHonestly } from './honest.ts';

/**
 * How a model thinks. `honest`: what was said, and where. `inventor`: adds what nobody said. `gullible`: obeys what it
 * reads. `sloppy`: fences, words around, fields that are missing or of a wrong kind, prose. `foreign`: the wrong language.
 */
export type Mood = 'honest' | 'inventor' | 'gullible' | 'sloppy' | 'foreign';

/** What a model writes to a request; the sloppy one is sloppy in another way each time. */
export type Thinker = (asked: Asked, mood: Mood) => string;

/** A model that has not been asked anything yet. */
export function newThinker(): Thinker {
  let times = 0;
  return (asked, mood) => {
    const data = dataIn(asked.user);
    if (data === null) return mood === 'sloppy' ? 'Sure!' : '{}';
    if (mood !== 'sloppy') return JSON.stringify(thought(data, asked, mood));
    times += 1;
    return sloppily(thought(data, asked, 'honest') as Record<string, unknown>, times);
  };
}

function thought(data: CallData | QuestionsData | PointsData | ChatData, { system }: Asked, mood: Mood): unknown {
  if ('points' in data) {
    const chosen = chooseHonestly(data);
    return mood === 'inventor' ? chooseInventively(data, chosen) : chosen;
  }
  if ('calls' in data) return chat(data, mood);
  if ('questions' in data) return answered(data, mood);
  const honest = documentHonestly(data);
  if (mood === 'inventor') return documentInventively(data, honest);
  if (mood === 'gullible') return documentObediently(data, honest, system);
  return mood === 'foreign' ? documentInOtherLanguage(data, honest) : honest;
}

function answered(data: QuestionsData, mood: Mood): unknown {
  const honest = answerHonestly(data);
  if (mood === 'inventor') return answerInventively(data, honest);
  if (mood === 'gullible') return answerObediently(data, honest);
  return mood === 'foreign' ? answerInOtherLanguage(data) : honest;
}

function sloppily(value: Record<string, unknown>, times: number): string {
  const { headline: _headline, answers: _answers, ...without } = value;
  const ways = [
    () =>
      `Here is the summary:\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n\nLet me know if you need more.`,
    () => JSON.stringify(without),
    () => `${JSON.stringify(value)}\n\nI hope that helps {and more}.`,
    () => JSON.stringify({ ...value, key_points: 'many', actions: 3, answers: 'many' }),
    () => 'The caller was friendly. I would say that all went well.',
    () => `\`\`\`\n${JSON.stringify(value)}\n\`\`\``,
  ];
  return (ways[(times - 1) % ways.length] ?? ways[0])?.() ?? '';
}
