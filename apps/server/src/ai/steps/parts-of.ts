import type { MadeBy } from '@sidetone/contract/entities/documentation.ts';
import type { PartCommand } from '../../storage/documentation-writer.ts';
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

/** Items of a part with what they rest on, for code that puts others in their place. */
export function itemsOf(command: MadeCommand): { readonly id: string; readonly evidence: readonly string[] }[] {
  if (command.part !== 'actionItem' && command.part !== 'smallTalk') return [];
  return (command.content.items ?? []).map(({ id, evidence = [] }) => ({ id, evidence }));
}
