import type { Documentation, MadeBy } from '@sidetone/contract/entities/documentation.ts';
import type { VconAnalysis } from './vcon-schema.ts';

/** What the server makes without a service. */
const own = { vendor: 'Sidetone', product: 'rules' };

/**
 * What was made of the call, each part with who made it. Bodies are JSON by forms of this server, which docs/VCON.md
 * describes; evidence names items of the transcript by their ids.
 */
export function analysesOf(documentation: Documentation): VconAnalysis[] {
  const { summary, callHeadline, actionItem, smallTalk, smartAnswers } = documentation;
  const found: (VconAnalysis | null)[] = [
    ...transcripts(documentation),
    made('summary', 'summary', summary, ({ text, keyPoints, topics, evidence }) => ({
      text,
      keyPoints,
      topics,
      ...(evidence && { evidence }),
    })),
    made('report', 'headline', callHeadline, ({ text, evidence }) => ({ text, ...(evidence && { evidence }) })),
    made('report', 'action-items', actionItem, ({ items }) => ({ items })),
    made('report', 'small-talk', smallTalk, ({ items }) => ({
      items: items.filter(({ dismissed }) => !dismissed).map(({ dismissed: _, ...item }) => item),
    })),
    made('report', 'answers', smartAnswers, ({ items }) => ({
      items: items.map(({ question, answer, createdAt, evidence }) => ({
        question,
        answer,
        ...(createdAt && { createdAt }),
        ...(evidence && { evidence }),
      })),
    })),
  ];
  return found.filter((each) => each !== null);
}

/** What was said, what of its mood is known, and what a caller said after the tone. */
function transcripts({ transcription, voicemail }: Documentation): (VconAnalysis | null)[] {
  const hasMood = transcription?.items.some(({ sentiment }) => typeof sentiment === 'number') ?? false;
  return [
    made('transcript', 'transcript', transcription, ({ items }) => ({
      items: items.map(({ id, speaker, startTime, endTime, text }) => ({
        ...(id !== undefined && { id }),
        // Speakers are counted as parties are: ours first.
        party: speaker,
        start: startTime,
        end: endTime,
        text,
      })),
    })),
    hasMood
      ? made('sentiment', 'sentiment', transcription, ({ items }) => ({
          items: items.flatMap(({ id, speaker, startTime, sentiment }) =>
            typeof sentiment === 'number'
              ? [{ ...(id !== undefined && { id }), party: speaker, start: startTime, sentiment }]
              : [],
          ),
        }))
      : null,
    made('transcript', 'message', voicemail?.transcription, ({ text }) => ({ party: 1, text })),
  ];
}

interface Part {
  readonly status: string;
  readonly madeBy?: MadeBy | null | undefined;
}

function made<P extends Part>(
  type: string,
  form: string,
  part: P | null | undefined,
  body: (part: P) => object,
): VconAnalysis | null {
  if (part?.status !== 'success') return null;
  const { madeBy } = part;
  const { at, prompt, language } = madeBy ?? {};
  return {
    type,
    dialog: 0,
    ...makerOf(madeBy),
    schema: `sidetone-${form}-1`,
    mediatype: 'application/json',
    encoding: 'json',
    body: { ...body(part), ...(at && { madeAt: at }), ...(prompt && { prompt }), ...(language && { language }) },
  };
}

function makerOf(madeBy: MadeBy | null | undefined): { vendor: string; product?: string } {
  if (madeBy?.kind !== 'model') return own;
  return { vendor: madeBy.service || 'unknown', ...(madeBy.model && { product: madeBy.model }) };
}
