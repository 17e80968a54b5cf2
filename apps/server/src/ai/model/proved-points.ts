import type { ActionPoint, Language, Quote, SmallTalkPoint, SpokenCall, Topic } from '../basic/call.ts';
import type { CallSummary } from './answer-schema.ts';
import { cleanText } from './clean-text.ts';
import { type ModelDoubt, type PointCheck, pointCheck } from './doubts.ts';
import { dueOf } from './due-day.ts';

/** Points of a window, or of a whole call, that hold against what was said. */
export interface ProvedPoints {
  readonly headlines: readonly Quote[];
  readonly summary: readonly Quote[];
  readonly keyPoints: readonly Quote[];
  readonly topics: readonly Topic[];
  readonly actions: readonly ActionPoint[];
  readonly smallTalk: readonly SmallTalkPoint[];
}

/** Counts dropped points by cause. Their words are kept nowhere. */
export type Dropped = Partial<Record<ModelDoubt, number>>;

const longestHeadline = 120;
const longestTopic = 40;

interface Raw {
  readonly text: string;
  readonly evidence: readonly string[];
}

/** Keeps what holds, and counts the rest. */
export class Prover {
  readonly dropped: Dropped = {};
  readonly #call: SpokenCall;
  readonly #check: PointCheck;

  constructor(call: SpokenCall, language: Language) {
    this.#call = call;
    this.#check = pointCheck(call, language);
  }

  /** Of an answer to the question what was said in a call. */
  prove(answer: CallSummary): ProvedPoints {
    const headline = answer.headline === null ? [] : this.quotes([answer.headline]);
    return {
      headlines: headline.filter(({ text }) => this.#isShort(text, longestHeadline)),
      summary: this.quotes(answer.summary),
      keyPoints: this.quotes(answer.key_points),
      topics: this.#topics(answer.topics),
      actions: this.#actions(answer.actions),
      smallTalk: this.#smallTalk(answer.small_talk),
    };
  }

  /** Those of these points that hold, each text once. */
  quotes(points: readonly Raw[]): Quote[] {
    const texts = new Set<string>();
    return points.flatMap((raw) => {
      const point = tidy(raw);
      if (!this.#holds(point, texts)) return [];
      return [{ text: point.text, speaker: this.#speakerOf(point.evidence), evidence: point.evidence }];
    });
  }

  #topics(topics: CallSummary['topics']): Topic[] {
    const names = new Set<string>();
    return topics.flatMap(({ name, evidence }) => {
      const point = tidy({ text: name, evidence });
      if (!this.#isShort(point.text, longestTopic) || !this.#holds(point, names)) return [];
      return [{ name: point.text, evidence: point.evidence }];
    });
  }

  #actions(actions: CallSummary['actions']): ActionPoint[] {
    const texts = new Set<string>();
    return actions.flatMap((action) => {
      const point = tidy(action);
      const by = action.by === 'us' ? 0 : 1;
      const rests = this.#call.utterances.filter(({ id }) => point.evidence.includes(id));
      const { isSaid, due } = dueOf(action.due_words ?? '', rests, this.#call);
      if (!this.#holds({ ...point, by, due }, texts)) return [];
      if (!isSaid) {
        this.#drop('due');
        return [];
      }
      return [{ text: point.text, speaker: this.#speakerOf(point.evidence), evidence: point.evidence, by, due }];
    });
  }

  #smallTalk(points: CallSummary['small_talk']): SmallTalkPoint[] {
    return points.flatMap((point) => this.quotes([point]).map((quote) => ({ ...quote, theme: point.theme })));
  }

  #holds(point: Raw & { readonly by?: 0 | 1; readonly due?: string | null }, texts: Set<string>): boolean {
    const doubt = texts.has(point.text) ? 'repeat' : this.#check.doubtIn(point);
    if (doubt !== null) this.#drop(doubt);
    else texts.add(point.text);
    return doubt === null;
  }

  #isShort(text: string, most: number): boolean {
    if (text.length > most) this.#drop('long');
    return text.length <= most;
  }

  #drop(doubt: ModelDoubt): void {
    this.dropped[doubt] = (this.dropped[doubt] ?? 0) + 1;
  }

  #speakerOf(evidence: readonly string[]): 0 | 1 {
    return this.#call.utterances.find(({ id }) => evidence.includes(id))?.speaker ?? 1;
  }
}

const tidy = ({ text, evidence }: Raw): Raw => ({ text: cleanText(text), evidence: [...new Set(evidence)] });
