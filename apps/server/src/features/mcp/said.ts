import type { InboxRow } from '@sidetone/contract/documents/queries.ts';
import type { MadeBy } from '@sidetone/contract/entities/documentation.ts';
import { inboxStatus, isMissed } from '@sidetone/contract/rules/inbox-status.ts';

/** A channel of the asker's. */
export interface OwnChannel {
  readonly id: string;
  /** Null for their private one. */
  readonly name: string | null;
}

/** A call as a line of a list. */
export function lineOf(row: InboxRow, channel: OwnChannel | undefined) {
  const { call, remote, documentation } = row;
  const { callHeadline, summary } = documentation;
  return {
    channel_id: row.channelId,
    channel: channel?.name ?? 'private',
    call_id: row.id,
    direction: call.direction === 'INCOMING' ? 'incoming' : 'outgoing',
    missed: isMissed(call),
    status: inboxStatus(call).toLowerCase(),
    started_at: call.startedAt,
    answered_at: call.establishedAt,
    ended_at: call.terminatedAt,
    number: call.remotePhoneNumber,
    name: remote.name,
    organization: remote.organization,
    unresolved: row.unresolved,
    headline: callHeadline?.status === 'success' ? callHeadline.text : null,
    topics: summary?.status === 'success' ? summary.topics : [],
  };
}

/** Everything that was made and written of a call but for its transcript; a part that is not there says its status. */
export function wholeOf(row: InboxRow, channel: OwnChannel | undefined) {
  const { note, summary, actionItem, smallTalk, smartAnswers, callHeadline, transcription, voicemail } =
    row.documentation;
  return {
    ...lineOf(row, channel),
    transcript: { status: transcription?.status ?? 'missing', items: transcription?.items.length ?? 0 },
    headline_evidence: callHeadline?.evidence ?? [],
    summary: partOf(summary, ({ text, keyPoints, topics, evidence }) => ({
      text,
      key_points: keyPoints,
      topics,
      evidence: evidence ?? null,
    })),
    action_items: partOf(actionItem, ({ items }) => ({ items })),
    small_talk: partOf(smallTalk, ({ items }) => ({ items: items.filter(({ dismissed }) => !dismissed) })),
    answers: partOf(smartAnswers, ({ items }) => ({
      items: items.map(({ question, answer, evidence }) => ({ question, answer, evidence: evidence ?? [] })),
    })),
    voicemail_text: partOf(voicemail?.transcription, ({ text }) => ({ text })),
    note: note?.status === 'success' ? { html: note.content, updated_at: note.updatedAt ?? null } : null,
  };
}

/** So many items of a transcript from one on, and where to go on. */
export function transcriptOf({ documentation: { transcription } }: InboxRow, from: number, limit: number) {
  const items = transcription?.status === 'success' ? transcription.items : [];
  const shown = items.slice(from, from + limit);
  return {
    status: transcription?.status ?? 'missing',
    language: transcription?.madeBy?.language ?? null,
    items: shown.map(({ id, speaker, startTime, endTime, text }) => ({
      id: id ?? null,
      speaker: speaker === 0 ? 'us' : 'other side',
      start_seconds: startTime,
      end_seconds: endTime,
      text,
    })),
    next_item: from + shown.length < items.length ? from + shown.length : null,
  };
}

interface Part {
  readonly status: string;
  readonly reason?: string | null | undefined;
  readonly madeBy?: MadeBy | null | undefined;
}

function partOf<P extends Part>(part: P | null | undefined, content: (part: P) => object): object {
  if (!part) return { status: 'missing' };
  if (part.status !== 'success') return { status: part.status, reason: part.reason ?? null };
  const { madeBy } = part;
  return { status: 'success', made_by: madeBy ? (madeBy.service ?? madeBy.kind) : null, ...content(part) };
}
