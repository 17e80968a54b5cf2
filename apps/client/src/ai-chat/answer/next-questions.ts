import type { ChatMessage } from '@sidetone/contract/entities/chat.ts';

/** What may be asked next, by what was found; no model makes it. */
export type NextQuestion =
  | { readonly kind: 'promised'; readonly name: string }
  | { readonly kind: 'inChannel'; readonly channelId: string; readonly channel: string }
  | { readonly kind: 'allDays' };

const most = 3;

/** Up to three questions that follow from a finished answer. */
export function nextQuestions(
  message: ChatMessage,
  channels: readonly { readonly id: string; readonly name: string }[],
): NextQuestion[] {
  if (message.state !== 'done' && message.state !== 'nothing') return [];
  const names = [...new Set(message.citations.flatMap(({ remoteName }) => remoteName ?? []))];
  const promised = names.slice(0, 1).map((name) => ({ kind: 'promised', name }) as const);
  const others = channels.filter(({ id }) => message.channelIds !== null && !message.channelIds.includes(id));
  const elsewhere = others
    .slice(0, 1)
    .map(({ id, name }) => ({ kind: 'inChannel', channelId: id, channel: name }) as const);
  const allDays = message.from === null ? [] : [{ kind: 'allDays' } as const];
  return [...promised, ...elsewhere, ...allDays].slice(0, most);
}
