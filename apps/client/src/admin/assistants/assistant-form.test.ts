import { topicColors } from '@sidetone/contract/entities/assistant.ts';
import { expect, test } from 'vitest';
import { assistantForm, assistantShape, assistantValues, nextQuestion, nextTopic } from './assistant-form.ts';

test('an empty channel is none, and topics without a name are left out', () => {
  const shaped = assistantShape({
    ...assistantValues(null),
    name: 'Front desk',
    topics: [
      { label: 'Invoice', color: 'blue' },
      { label: '  ', color: 'red' },
    ],
  });
  expect(assistantForm.parse(shaped)).toEqual({
    name: 'Front desk',
    channelId: null,
    topics: [{ label: 'Invoice', color: 'blue' }],
    greetingAnnouncementId: null,
    goodbyeAnnouncementId: null,
    questions: [],
    voice: { kind: 'questions' },
  });
});

test('a bot has the lines of its parameters that are filled in, and a secret only where one is entered', () => {
  const voice = {
    ...assistantValues(null).voice,
    kind: 'bot' as const,
    url: 'wss://bot.example/voice',
    parameters: [
      { id: '1', name: 'tone', value: 'friendly' },
      { id: '2', name: ' ', value: '' },
    ],
  };
  const of = (more: Partial<typeof voice>) =>
    assistantForm.safeParse(assistantShape({ ...assistantValues(null), name: 'Desk', voice: { ...voice, ...more } }));
  expect(of({}).data?.voice).toEqual({
    kind: 'bot',
    url: 'wss://bot.example/voice',
    maxCalls: 5,
    maxMinutes: 15,
    parameters: [{ name: 'tone', value: 'friendly' }],
  });
  expect(of({ secret: 'hush' }).data?.voice).toMatchObject({ secret: 'hush' });
  const paths = (more: Partial<typeof voice>) => of(more).error?.issues.map(({ path }) => path.join('.'));
  expect(paths({ url: 'https://bot.example/' })).toEqual(['voice.url']);
  expect(paths({ maxCalls: '51' })).toEqual(['voice.maxCalls']);
  expect(paths({ parameters: [{ id: '1', name: 'From', value: '1' }] })).toEqual(['voice.parameters.0.name']);
});

test('the same topic twice is refused', () => {
  const twice = { label: 'Invoice', color: 'blue' as const };
  const checked = assistantForm.safeParse(
    assistantShape({ ...assistantValues(null), name: 'Desk', topics: [twice, twice] }),
  );
  expect(checked.error?.issues.map(({ path }) => path.join('.'))).toEqual(['topics']);
});

test('a new topic has a colour of its own while there is one, and there are at most twenty', () => {
  const all = topicColors.map((color) => ({ label: color, color }));
  expect(nextTopic([])).toEqual({ label: '', color: 'blue' });
  expect(nextTopic([{ label: 'a', color: 'blue' }])?.color).toBe('green');
  expect(nextTopic(all)?.color).toBe('gray');
  expect(nextTopic(Array.from({ length: 20 }, () => ({ label: 'a', color: 'gray' as const })))).toBeNull();
});

test('empty questions are left out, one without words is refused, and there are at most six', () => {
  const question = (more: object) => ({ id: 'q', label: '', text: '', announcementId: null, ...more });
  const of = (...questions: ReturnType<typeof question>[]) =>
    assistantForm.safeParse(assistantShape({ ...assistantValues(null), name: 'Desk', questions }));
  expect(of(question({}), question({ text: ' ' })).data?.questions).toEqual([]);
  expect(of(question({ label: 'Name' })).error?.issues.map(({ path }) => path.join('.'))).toEqual(['questions.0.text']);
  expect(nextQuestion([])).toMatchObject({ text: '', announcementId: null });
  expect(nextQuestion(Array.from({ length: 6 }, () => question({})))).toBeNull();
});
