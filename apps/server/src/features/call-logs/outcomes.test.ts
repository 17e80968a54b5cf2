import { describe, expect, test } from 'vitest';
import { outcomeFor } from './outcomes.ts';

const labels = (...told: string[]) => told.map((label, at) => ({ id: `o${at}`, label }));
const hubspot = [
  { id: '9d91', label: 'Besetzt' },
  { id: 'f240', label: 'Verbunden' },
  { id: 'a4c4', label: 'Persönliche Nachricht hinterlassen' },
  { id: 'b2cf', label: 'Voicemail hinterlassen' },
  { id: '73a0', label: 'Keine Antwort' },
  { id: '17b4', label: 'Falsche Nummer' },
];
const pipedrive = [
  { id: 'connected', label: 'Connected' },
  { id: 'no_answer', label: 'No answer' },
  { id: 'left_message', label: 'Left message' },
  { id: 'left_voicemail', label: 'Left voicemail' },
  { id: 'wrong_number', label: 'Wrong number' },
  { id: 'busy', label: 'Busy' },
];
const salesforce = labels('Nicht erreicht', 'Erreicht', 'Sprachnachricht hinterlassen', 'Rückruf', 'Falsche Nummer');
const zoho = labels('Interested', 'Not interested', 'No response/Busy', 'Requested call back', 'Invalid number');

const talked = { seconds: 60, reason: 'TERMINATED' } as const;
const nameIn = (options: readonly { id: string; label: string }[], id: string | null) =>
  options.find((option) => option.id === id)?.label ?? id;

describe('the outcome of a call', () => {
  test('A1: follows from its real end while nobody chose one', () => {
    const ends = [
      talked,
      { seconds: 0, reason: 'BUSY_HERE' },
      { seconds: 0, reason: 'BUSY_EVERYWHERE' },
      { seconds: 0, reason: 'DECLINED' },
      { seconds: 0, reason: 'CANCELLED' },
      { seconds: 0, reason: null },
    ] as const;
    const told = (options: typeof hubspot) => ends.map((end) => nameIn(options, outcomeFor('X', null, end, options)));
    const [busy, none] = ['Besetzt', 'Keine Antwort'];
    expect(told(hubspot)).toEqual(['Verbunden', busy, busy, none, none, none]);
    expect(told(pipedrive)).toEqual(['Connected', 'Busy', 'Busy', 'No answer', 'No answer', 'No answer']);
    const [missed, both] = ['Nicht erreicht', 'No response/Busy'];
    expect(told(salesforce)).toEqual(['Erreicht', null, null, missed, missed, missed]);
    expect(told(zoho)).toEqual([null, both, both, both, both, both]);
    expect(told([])).toEqual([null, null, null, null, null, null]);
  });

  test('that was chosen in a CRM is its own there', () => {
    const chosen = { id: 'HUBSPOT:a4c4', displayValue: 'Persönliche Nachricht hinterlassen' };
    expect(outcomeFor('HUBSPOT', chosen, talked, hubspot)).toBe('a4c4');
    // The CRM could not be asked for its options.
    expect(outcomeFor('HUBSPOT', chosen, talked, [])).toBe('a4c4');
    expect(outcomeFor('HUBSPOT', { ...chosen, id: 'HUBSPOT:gone' }, talked, hubspot)).toBe(null);
  });

  test.each([
    ['17b4', 'Wrong number', 'Falsche Nummer', 'Invalid number'],
    ['b2cf', 'Left voicemail', 'Sprachnachricht hinterlassen', null],
    ['73a0', 'No answer', 'Nicht erreicht', 'No response/Busy'],
    ['9d91', 'Busy', null, 'No response/Busy'],
    ['f240', 'Connected', 'Erreicht', null],
    ['a4c4', null, null, null],
  ])('A5: %s of HubSpot means %s in Pipedrive, %s in Salesforce and %s in Zoho', (id, ...expected) => {
    const option = hubspot.find((one) => one.id === id);
    const chosen = { id: `HUBSPOT:${id}`, displayValue: option?.label ?? '' };
    const told = [
      nameIn(pipedrive, outcomeFor('PIPEDRIVE', chosen, talked, pipedrive)),
      nameIn(salesforce, outcomeFor('SALESFORCE', chosen, talked, salesforce)),
      nameIn(zoho, outcomeFor('ZOHO', chosen, talked, zoho)),
    ];
    expect(told).toEqual(expected);
  });

  test('in free words is an option with the same words alone', () => {
    const written = (displayValue: string) => outcomeFor('HUBSPOT', { id: 'text', displayValue }, talked, hubspot);
    expect(written(' falsche nummer')).toBe('17b4');
    expect(written('Leitung nicht mehr besetzt')).toBe(null);
  });

  test('with words of another CRM that both have is the same', () => {
    const chosen = { id: 'ZOHO:x', displayValue: 'Interested' };
    expect(outcomeFor('OTHER', chosen, talked, labels('Lost', 'interested'))).toBe('o1');
  });
});
