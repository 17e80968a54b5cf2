import type { Documentation } from '@sidetone/contract/entities/documentation.ts';
import { textOfNote } from './note-text.ts';
import { fullNameOf, type SentCall } from './sent-call.ts';

type Side = 'CALLER' | 'CALLEE';

/** A documented call as JSON, version 1. Parts that were not made are null; times within the call are milliseconds. */
export function jsonPayload(sent: SentCall) {
  const { call, documentation } = sent.event;
  const isOut = call.direction === 'OUTGOING';
  const [own, remote] = [digitsOf(call.onPhoneNumber), digitsOf(call.remotePhoneNumber)];
  // From when somebody spoke: the times of what was said count from there.
  const startTime = call.establishedAt ?? call.startedAt;
  const endTime = call.terminatedAt ?? startTime;
  return {
    version: '1',
    call: {
      id: sent.event.id,
      from: isOut ? own : remote,
      to: isOut ? remote : own,
      startTime,
      endTime,
      duration: Date.parse(endTime) - Date.parse(startTime),
      direction: isOut ? 'OUT' : 'IN',
      users: usersOf(sent),
      channel: { id: sent.channel.id, name: sent.channel.name },
    },
    assist: assistOf(documentation, isOut),
  };
}

/** Numbers are written without the plus, as receivers of this form have them. */
const digitsOf = (number: string | null): string | null => number?.replace(/^\+/, '') ?? null;

function usersOf({ user, account }: SentCall) {
  if (user === null) return [];
  const { userId, firstName, lastName } = user;
  const ids = { userId, accountId: account.id, fullUserId: `${account.id}${userId}` };
  return [{ ...ids, firstName, lastName, fullName: fullNameOf(user) }];
}

function assistOf(parts: Documentation, isOut: boolean) {
  const sideOf = (speaker: 0 | 1): Side => ((speaker === 0) === isOut ? 'CALLER' : 'CALLEE');
  const { callHeadline: headline, note } = parts;
  return {
    provider: { llm: modelOf(parts) },
    transcription: transcriptionOf(parts, sideOf),
    callScenarios: scenariosOf(parts),
    callHeadline: isMade(headline) ? { content: headline.text } : null,
    summary: summaryOf(parts),
    actionItems: actionItemsOf(parts, sideOf),
    smallTalk: smallTalkOf(parts),
    note: isMade(note) && note.content !== '' ? { content: textOfNote(note.content) } : null,
  };
}

const isMade = <P extends { readonly status: string }>(part: P | undefined): part is P => part?.status === 'success';

/** The service whose model documented the call; null where rules did, without any. */
function modelOf({ summary, callHeadline, actionItem, smallTalk }: Documentation): string | null {
  const by = [summary, callHeadline, actionItem, smallTalk].find((part) => part?.madeBy?.kind === 'model')?.madeBy;
  return by?.service ?? by?.model ?? null;
}

const spoken: Readonly<Record<Side, string>> = { CALLER: 'Caller', CALLEE: 'Callee' };

function transcriptionOf({ transcription }: Documentation, sideOf: (speaker: 0 | 1) => Side) {
  if (!isMade(transcription)) return null;
  const chunks = transcription.items.map(({ speaker, startTime, endTime, text }) => ({
    speaker: sideOf(speaker),
    startTime: Math.round(startTime * 1000),
    endTime: Math.round(endTime * 1000),
    content: text,
  }));
  return { content: chunks.map(({ speaker, content }) => `${spoken[speaker]}: ${content}`).join('\n'), chunks };
}

function summaryOf({ summary }: Documentation) {
  if (!isMade(summary)) return null;
  const { text, keyPoints, topics } = summary;
  return { content: text ?? keyPoints.join('\n'), keyPoints, topics };
}

function scenariosOf({ smartAnswers }: Documentation) {
  if (!isMade(smartAnswers)) return null;
  const setItems = smartAnswers.items.map(({ question, answer }) => ({ question, answer }));
  return [{ smartAnswers: [{ setItems }] }];
}

function actionItemsOf({ actionItem }: Documentation, sideOf: (speaker: 0 | 1) => Side) {
  if (!isMade(actionItem)) return null;
  return actionItem.items.map(({ text, checked, by, due }) => ({
    content: text,
    done: checked,
    by: by === undefined || by === null ? null : sideOf(by),
    due: due ?? null,
  }));
}

function smallTalkOf({ smallTalk }: Documentation) {
  if (!isMade(smallTalk)) return null;
  const kept = smallTalk.items.filter(({ dismissed }) => !dismissed);
  return kept.map(({ topic, description }) => ({ topic, content: description }));
}
