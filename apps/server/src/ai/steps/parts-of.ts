import type { MadeBy } from '@sidetone/contract/entities/documentation.ts';
import type { PartCommand } from '../../storage/documentation-writer.ts';
import type { Analysis, SpokenCall } from '../basic/call.ts';
import { doubtIn, type Proof } from '../evidence/check.ts';
import type { DocumentPart } from '../plan.ts';
import type { ModelAnalysis } from '../ports.ts';

/** A part that is made, as the writer takes it. */
export type MadeCommand = Extract<PartCommand, { status: 'success' }>;

/** The parts that an analysis gives. `of` names the items: those that were made at another time never have the same ids. */
export function partsOf(
  analysis: ModelAnalysis,
  of: string,
  madeBy: MadeBy,
): Readonly<Record<DocumentPart, MadeCommand>> {
  const { headline, summary, keyPoints, topics, actions, smallTalk } = analysis;
  return {
    summary: {
      part: 'summary',
      status: 'success',
      content: {
        text: summary?.text ?? null,
        keyPoints: keyPoints.map(({ text }) => text),
        topics: topics.map(({ name }) => name),
        evidence: {
          text: [...(summary?.evidence ?? [])],
          keyPoints: keyPoints.map(({ evidence }) => [...evidence]),
          topics: topics.map(({ evidence }) => [...evidence]),
        },
        madeBy,
      },
    },
    callHeadline: {
      part: 'callHeadline',
      status: 'success',
      content: { text: headline?.text ?? null, evidence: [...(headline?.evidence ?? [])], madeBy },
    },
    actionItem: {
      part: 'actionItem',
      status: 'success',
      content: {
        items: actions.map(({ text, evidence, by, due }, at) => ({
          id: `${of}${at + 1}`,
          text,
          evidence: [...evidence],
          by,
          due,
        })),
        madeBy,
      },
    },
    smallTalk: {
      part: 'smallTalk',
      status: 'success',
      content: {
        items: smallTalk.map(({ theme, text, evidence }, at) => ({
          id: `${of}${at + 1}`,
          topic: theme,
          description: text,
          evidence: [...evidence],
        })),
        madeBy,
      },
    },
  };
}

/** What points of a call are held against. */
export const proofOf = (call: SpokenCall): Proof => ({
  language: call.language,
  day: call.day,
  isVoicemail: call.isVoicemail,
  utterances: call.utterances,
  parties: [call.user, call.remote],
  names: [],
});

/** The analysis without the points that do not stand in the call, and how many there were. */
export function proved(
  analysis: Analysis,
  call: SpokenCall,
): { readonly analysis: ModelAnalysis; readonly dropped: number } {
  const proof = proofOf(call);
  let dropped = 0;
  const stands = (point: Parameters<typeof doubtIn>[0]): boolean => {
    const isProved = doubtIn(point, proof) === null;
    if (!isProved) dropped += 1;
    return isProved;
  };
  const { headline } = analysis;
  return {
    analysis: {
      headline: headline !== null && stands({ text: headline.text, evidence: headline.evidence }) ? headline : null,
      summary: null,
      keyPoints: analysis.keyPoints.filter(({ text, evidence }) => stands({ text, evidence })),
      topics: analysis.topics.filter(({ name, evidence }) => stands({ text: name, evidence })),
      actions: analysis.actions.filter(({ text, evidence, by, due }) => stands({ text, evidence, by, due })),
      smallTalk: analysis.smallTalk.filter(({ text, evidence }) => stands({ text, evidence })),
    },
    dropped,
  };
}

/** Items of a part with what they rest on, for code that puts others in their place. */
export function itemsOf(command: MadeCommand): { readonly id: string; readonly evidence: readonly string[] }[] {
  if (command.part !== 'actionItem' && command.part !== 'smallTalk') return [];
  return (command.content.items ?? []).map(({ id, evidence = [] }) => ({ id, evidence }));
}
