import type { Utterance } from '../basic/call.ts';

/** Letters that make a token, at the least: German and English have three to five. */
const lettersPerToken = 3;
/** What an utterance has around its words. */
const tokensAround = 16;
/** Prompt, schema and the data of the call. */
const tokensOfFrame = 1_900;
const fewestTokens = 300;
const mostAnswered = 4_000;

const tokensOf = ({ text }: Utterance): number => tokensOfText(text) + tokensAround;

/** Tokens that a text has, at the most. */
export const tokensOfText = (text: string): number => Math.ceil(text.length / lettersPerToken);

/** Tokens that a request of so many leaves for data. */
export const roomOf = (contextTokens: number): number =>
  Math.max(fewestTokens, contextTokens - tokensOfFrame - answerTokens(contextTokens));

/** Tokens of an answer: a quarter of what a request may have. */
export const answerTokens = (contextTokens: number): number => Math.min(mostAnswered, Math.floor(contextTokens / 4));

/** Cuts a call between utterances so that each window fits into a request of so many tokens. */
export function windowsOf<Each extends Utterance>(utterances: readonly Each[], contextTokens: number): Each[][] {
  const room = roomOf(contextTokens);
  const windows: Each[][] = [];
  let left = 0;
  for (const utterance of utterances) {
    const tokens = tokensOf(utterance);
    if (tokens > left || windows.length === 0) {
      windows.push([]);
      left = room;
    }
    windows.at(-1)?.push(utterance);
    left -= tokens;
  }
  return windows;
}

/** The two halves of a window that was too long; null where it cannot be cut. */
export function halves<Each>(window: readonly Each[]): [Each[], Each[]] | null {
  if (window.length < 2) return null;
  const middle = Math.ceil(window.length / 2);
  return [window.slice(0, middle), window.slice(middle)];
}
