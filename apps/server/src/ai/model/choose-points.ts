import type { CallChoice } from './answer-schema.ts';
import type { ProvedPoints, Prover } from './proved-points.ts';
import { roomOf, tokensOfText } from './windows.ts';

/** Points with the ids by which a model chooses among them. */
export interface NumberedPoints {
  readonly data: Readonly<Record<string, readonly { readonly id: string; readonly text: string }[]>>;
  readonly points: ProvedPoints;
}

/** All points of several windows, in the order of the call. */
export function joinedPoints(windows: readonly ProvedPoints[]): ProvedPoints {
  return {
    headlines: onceByText(windows.flatMap(({ headlines }) => headlines)),
    summary: onceByText(windows.flatMap(({ summary }) => summary)),
    keyPoints: onceByText(windows.flatMap(({ keyPoints }) => keyPoints)),
    topics: onceByName(windows.flatMap(({ topics }) => topics)),
    actions: onceByText(windows.flatMap(({ actions }) => actions)),
    smallTalk: onceByText(windows.flatMap(({ smallTalk }) => smallTalk)),
  };
}

function onceByText<Each extends { readonly text: string }>(list: readonly Each[]): Each[] {
  const texts = new Set<string>();
  return list.filter(({ text }) => {
    const isNew = !texts.has(text);
    texts.add(text);
    return isNew;
  });
}

function onceByName(topics: ProvedPoints['topics']): ProvedPoints['topics'] {
  const byName = Map.groupBy(topics, ({ name }) => name.toLowerCase());
  return [...byName.values()].flatMap(([first, ...rest]) =>
    first === undefined
      ? []
      : [{ ...first, evidence: [...first.evidence, ...rest.flatMap(({ evidence }) => evidence)].slice(0, 6) }],
  );
}

/** Gives each point an id: h1, m1, k1, t1, a1, x1. */
export function numbered(points: ProvedPoints): NumberedPoints {
  const list = (letter: string, texts: readonly string[]) =>
    texts.map((text, at) => ({ id: `${letter}${at + 1}`, text }));
  const textsOf = (quotes: readonly { readonly text: string }[]) => quotes.map(({ text }) => text);
  return {
    points,
    data: {
      headlines: list('h', textsOf(points.headlines)),
      summary: list('m', textsOf(points.summary)),
      key_points: list('k', textsOf(points.keyPoints)),
      topics: list(
        't',
        points.topics.map(({ name }) => name),
      ),
      actions: list('a', textsOf(points.actions)),
      small_talk: list('x', textsOf(points.smallTalk)),
    },
  };
}

/** Puts windows that follow each other together as long as their points fit into one request. */
export function groupsOf(windows: readonly ProvedPoints[], contextTokens: number): ProvedPoints[][] {
  const room = roomOf(contextTokens);
  const groups: ProvedPoints[][] = [];
  for (const window of windows) {
    const group = groups.at(-1);
    if (group !== undefined && sizeOf([...group, window]) <= room) group.push(window);
    else groups.push([window]);
  }
  return groups;
}

const sizeOf = (windows: readonly ProvedPoints[]): number =>
  tokensOfText(JSON.stringify(numbered(joinedPoints(windows)).data));

/** What was chosen. An id that is not there chooses nothing, and what was merged is checked again. */
export function chosen({ points }: NumberedPoints, choice: CallChoice, prover: Prover): ProvedPoints {
  const headline = pick(points.headlines, 'h', choice.headline === null ? [] : [choice.headline]);
  const merged = choice.key_points.flatMap(({ text, from }): { text: string; evidence: readonly string[] }[] => {
    const parts = pick(points.keyPoints, 'k', from);
    const [first] = parts;
    if (first === undefined || parts.length !== from.length) return [];
    if (text === null || parts.length > 2) return [first];
    return [{ text, evidence: parts.flatMap(({ evidence }) => evidence) }];
  });
  return {
    headlines: headline,
    summary: pick(points.summary, 'm', choice.summary),
    keyPoints: prover.quotes(merged),
    topics: pick(points.topics, 't', choice.topics),
    actions: pick(points.actions, 'a', choice.actions),
    smallTalk: pick(points.smallTalk, 'x', choice.small_talk),
  };
}

/** Those with these ids, each once, in the order of the ids. */
function pick<Each>(list: readonly Each[], letter: string, ids: readonly string[]): Each[] {
  return [...new Set(ids)].flatMap((id) => {
    const at = id.startsWith(letter) ? Number(id.slice(1)) - 1 : Number.NaN;
    const found = list[at];
    return found === undefined ? [] : [found];
  });
}
