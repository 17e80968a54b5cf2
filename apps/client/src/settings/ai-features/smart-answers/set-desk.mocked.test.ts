import type { SmartAnswerSet, SmartAnswerSetInput } from '@sidetone/contract/entities/smart-answers.ts';
import { smartAnswersAutosaveMs } from '@sidetone/contract/rules/screen-timing.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type KeptDraft, openSet, type SetDesk, type SetFailure } from './set-desk.ts';
import { type SetDraft, withNext, withoutQuestion, withQuestion } from './set-draft.ts';

const backMs = 10_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

class Failed extends Error {
  readonly failure: SetFailure;
  constructor(failure: SetFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** A server with one set, which takes some time for each request. */
function server(slowMs = 0) {
  let set: SmartAnswerSet | null = {
    id: 's',
    title: null,
    questions: [],
    autoCopyToNote: false,
    createdAt: '2026-11-01T10:00:00Z',
    rev: 1,
  };
  const ears: ((set: SmartAnswerSet) => void)[] = [];
  const written: string[] = [];
  const at = {
    failure: null as SetFailure | null,
    loses: false,
    tells: true,
    written,
    set: () => set,
    ears,
    tell() {
      if (set !== null && at.tells) for (const hear of ears) hear(set);
    },
    async take(input: SmartAnswerSetInput & { rev: number }): Promise<SmartAnswerSet> {
      if (slowMs > 0) await new Promise((done) => setTimeout(done, slowMs));
      if (at.failure !== null) throw new Failed(at.failure);
      if (set === null) throw new Failed('gone');
      if (set.rev !== input.rev) throw new Failed('conflict');
      const { rev, title, autoCopyToNote, questions } = input;
      const createdAt = set.createdAt;
      set = { ...set, title, autoCopyToNote, questions: questions.map((one) => ({ ...one, createdAt })), rev: rev + 1 };
      written.push(textOf(questions));
      queueMicrotask(at.tell);
      if (at.loses) throw new Failed('away');
      return set;
    },
    async remove(rev: number) {
      if (at.failure !== null) throw new Failed(at.failure);
      if (set?.rev !== rev) throw new Failed('conflict');
      set = null;
    },
  };
  return at;
}

type Server = ReturnType<typeof server>;

const textOf = (questions: readonly { question: string }[]) => questions.map(({ question }) => question).join('|');

/** A tab with the page of the set; what it keeps is shared with the tabs after it. */
function tab(from: Server, kept: { draft: KeptDraft | null } = { draft: null }) {
  let ids = 0;
  const told: string[] = [];
  const set = from.set();
  if (set === null) throw new Error('no set');
  const desk = openSet(
    {
      write: (input) => from.take(input),
      remove: (rev) => from.remove(rev),
      failureOf: (error) => (error instanceof Failed ? error.failure : 'refused'),
      whenBack(run) {
        const timer = setTimeout(run, backMs);
        return () => clearTimeout(timer);
      },
      kept: {
        read: () => kept.draft,
        keep: (draft) => {
          kept.draft = draft;
        },
        forget: () => {
          kept.draft = null;
        },
      },
      newId() {
        ids += 1;
        return `n${ids}`;
      },
      onFirstSaved: () => told.push('saved'),
      onFull: () => told.push('full'),
    },
    set,
  );
  from.ears.push(desk.hear);
  return { desk, kept, told };
}

const shown = (desk: SetDesk) => desk.state.getState();
const first = ({ questions }: SetDraft) => questions[0]?.id ?? '';
const types = (desk: SetDesk, text: string) =>
  desk.change(withQuestion(shown(desk).draft, first(shown(desk).draft), { question: text }));
const title = () => 'Set 1';
const never = () => false;

test('SSMART-001, SCONST-003: a set is saved 300 ms after its last change, and not before', async () => {
  const from = server();
  const { desk, told, kept } = tab(from);
  types(desk, 'W');
  await pass(smartAnswersAutosaveMs - 1);
  types(desk, 'What?');
  await pass(smartAnswersAutosaveMs - 1);
  expect(from.written).toEqual([]);
  expect(kept.draft?.draft.questions[0]?.question).toBe('What?');
  await pass(1);
  expect(from.written).toEqual(['What?']);
  expect(shown(desk)).toMatchObject({ status: 'saved', hasSaved: true });
  expect(kept.draft).toBeNull();
  types(desk, 'What else?');
  await pass(smartAnswersAutosaveMs);
  expect(from.written).toEqual(['What?', 'What else?']);
  // SSHELL-056
  expect(told).toEqual(['saved']);
});

test('an empty question beside others stays in its place while the rest is saved', async () => {
  const from = server();
  const { desk } = tab(from);
  types(desk, 'A?');
  desk.change(withNext(shown(desk).draft, null, 'new'));
  await pass(smartAnswersAutosaveMs);
  expect(from.written).toEqual(['A?']);
  expect(shown(desk).draft.questions.map(({ question }) => question)).toEqual(['A?', '']);
});

test('what is typed while a request is on its way is sent after it, with the new revision', async () => {
  const from = server(1000);
  const { desk } = tab(from);
  types(desk, 'A');
  await pass(smartAnswersAutosaveMs + 500);
  expect(shown(desk).status).toBe('saving');
  types(desk, 'AB');
  await pass(smartAnswersAutosaveMs);
  types(desk, 'ABC');
  await pass(5000);
  expect(from.written.at(-1)).toBe('ABC');
  expect(shown(desk).status).toBe('saved');
});

test('where the answer was lost, the set that is heard is no colleague’s, and what was typed since is saved over it', async () => {
  const from = server();
  const { desk } = tab(from);
  from.loses = true;
  types(desk, 'A');
  await pass(smartAnswersAutosaveMs - 1);
  from.tells = false;
  await pass(1);
  expect([from.written, shown(desk).status]).toEqual([['A'], 'away']);
  types(desk, 'AB');
  from.loses = false;
  from.tells = true;
  from.tell();
  expect(shown(desk).status).not.toBe('conflict');
  await pass(smartAnswersAutosaveMs);
  expect([from.written, shown(desk).status]).toEqual([['A', 'AB'], 'saved']);
});

test('nothing is lost while the server is out of reach', async () => {
  const from = server();
  const { desk, kept } = tab(from);
  from.failure = 'away';
  types(desk, 'A?');
  await pass(smartAnswersAutosaveMs);
  expect(shown(desk).status).toBe('away');
  expect(kept.draft?.draft.questions[0]?.question).toBe('A?');
  from.failure = null;
  await pass(backMs);
  expect(from.written).toEqual(['A?']);
  expect(shown(desk).status).toBe('saved');
});

test('a write whose answer was lost is no conflict', async () => {
  const from = server();
  const { desk } = tab(from);
  from.loses = true;
  types(desk, 'A?');
  await pass(smartAnswersAutosaveMs);
  from.loses = false;
  await pass(backMs);
  expect(shown(desk).status).toBe('saved');
  expect(from.written).toEqual(['A?']);
});

test('a draft that an earlier page could not send is sent by the next one', async () => {
  const from = server();
  const early = tab(from);
  from.failure = 'away';
  types(early.desk, 'A?');
  await pass(smartAnswersAutosaveMs);
  from.failure = null;
  const { desk } = tab(from, early.kept);
  expect(shown(desk).draft.questions[0]?.question).toBe('A?');
  await pass(smartAnswersAutosaveMs);
  expect(from.written).toEqual(['A?']);
});

test('a page without changes follows another tab', async () => {
  const from = server();
  const [one, two] = [tab(from).desk, tab(from).desk];
  types(one, 'A?');
  await pass(smartAnswersAutosaveMs);
  expect(shown(two)).toMatchObject({ status: 'saved', draft: { questions: [{ question: 'A?' }] } });
});

test.each([
  ['mine', 'B?'],
  ['theirs', 'A?'],
] as const)('a change of another tab is no longer overwritten silently: %s stays', async (version, stays) => {
  const from = server();
  const [one, two] = [tab(from).desk, tab(from).desk];
  types(one, 'A?');
  types(two, 'B?');
  await pass(smartAnswersAutosaveMs);
  expect(from.written).toEqual(['A?']);
  expect(shown(two)).toMatchObject({ status: 'conflict', draft: { questions: [{ question: 'B?' }] } });
  two.choose(version);
  await pass(smartAnswersAutosaveMs);
  expect(textOf(from.set()?.questions ?? [])).toBe(stays);
  expect([shown(one), shown(two)].map(({ draft }) => draft.questions[0]?.question)).toEqual([stays, stays]);
  expect([shown(one).status, shown(two).status]).toEqual(['saved', 'saved']);
});

test('SERR-046, SERR-047: a reached limit is told, any other refusal is not', async () => {
  const from = server();
  const { desk, told } = tab(from);
  for (const failure of ['refused', 'full'] as const) {
    from.failure = failure;
    types(desk, failure);
    await pass(smartAnswersAutosaveMs);
    expect(shown(desk).status).toBe(failure);
  }
  expect(told).toEqual(['full']);
});

test('SSMART-005, SSMART-007: a set that is left gets a title and loses its empty questions', async () => {
  const from = server();
  const { desk } = tab(from);
  types(desk, 'A? ');
  desk.change(withNext(shown(desk).draft, null, 'new'));
  await Promise.all([desk.leave(title, never), pass()]);
  expect(from.set()).toMatchObject({ title: 'Set 1', questions: [{ question: 'A?' }] });
});

test('SSMART-006: a set without questions is deleted when it is left', async () => {
  const from = server();
  const { desk, kept } = tab(from);
  types(desk, 'A?');
  await pass(smartAnswersAutosaveMs);
  desk.change(withoutQuestion(shown(desk).draft, first(shown(desk).draft), 'new'));
  await Promise.all([desk.leave(title, never), pass()]);
  expect(from.set()).toBeNull();
  expect(kept.draft).toBeNull();
});

test('a set that is open again is not tidied up, and neither is one with a conflict', async () => {
  const from = server();
  const { desk } = tab(from);
  await Promise.all([desk.leave(title, () => true), pass()]);
  expect(from.set()).not.toBeNull();
  const other = tab(from).desk;
  types(desk, 'A?');
  types(other, 'B?');
  await pass(smartAnswersAutosaveMs);
  await Promise.all([other.leave(title, never), pass()]);
  expect(from.set()).toMatchObject({ title: null, questions: [{ question: 'A?' }] });
});

test('a set that its user deletes is not written again', async () => {
  const from = server();
  const { desk, kept } = tab(from);
  types(desk, 'A?');
  desk.drop();
  await pass(backMs);
  expect(from.written).toEqual([]);
  expect(kept.draft).toBeNull();
});

test('a page that goes away sends what it has', async () => {
  const from = server();
  const { desk } = tab(from);
  desk.leavePage();
  types(desk, 'A?');
  desk.leavePage();
  await pass();
  expect(from.written).toEqual(['A?']);
});

test('whatever two tabs and the connection do, both show what is saved in the end, and the last text of one of them', async () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('type' as const), tab: fc.constantFrom(0, 1) }) },
    fc.record({
      do: fc.constantFrom('flush' as const, 'mine' as const, 'theirs' as const),
      tab: fc.constantFrom(0, 1),
    }),
    fc.record({ do: fc.constantFrom('away' as const, 'back' as const, 'lose' as const, 'mute' as const) }),
    { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, 299, 300, 11_000) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.constantFrom(0, 400), async (steps, slowMs) => {
      const from = server(slowMs);
      const tabs = [tab(from), tab(from)] as const;
      const texts: [string, string] = ['', ''];
      const heal = () => {
        from.failure = null;
        from.loses = false;
        from.tells = true;
        from.tell();
      };
      for (const [at, each] of steps.entries()) {
        if ('tab' in each) {
          const which = each.tab as 0 | 1;
          const { desk } = tabs[which];
          if (each.do === 'type') {
            texts[which] = `t${at}`;
            types(desk, texts[which]);
          } else if (each.do === 'flush') desk.flush();
          else desk.choose(each.do);
        } else if (each.do === 'wait') await pass(each.ms);
        else if (each.do === 'away') from.failure = 'away';
        else if (each.do === 'lose') from.loses = true;
        else if (each.do === 'mute') from.tells = false;
        else heal();
      }
      for (let round = 0; round < 4; round += 1) {
        heal();
        await pass(2 * backMs);
        for (const { desk } of tabs) desk.choose('mine');
      }
      heal();
      await pass(2 * backMs);
      const saved = textOf(from.set()?.questions ?? []);
      expect([...texts]).toContain(saved);
      for (const { desk, kept } of tabs) {
        expect(shown(desk).status).toBe('saved');
        expect(shown(desk).draft.questions[0]?.question).toBe(saved);
        expect(kept.draft).toBeNull();
      }
    }),
    { numRuns: 200 },
  );
}, 60_000);
