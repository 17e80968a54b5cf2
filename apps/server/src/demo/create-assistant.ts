import { randomUUID } from 'node:crypto';
import type { AssistantTopic } from '@sidetone/contract/entities/assistant.ts';
import { newId } from '../requests/ids.ts';
import { transcriptFiles, transcriptsFolder } from '../storage/transcript-files.ts';
import type { Writer } from '../storage/writer.ts';
import type { PersonKey } from './company.ts';

interface Place {
  readonly accountId: string;
  readonly dataDir: string;
  /** Transcripts are written; else there are none. */
  readonly writesFiles: boolean;
  readonly channelId: string;
  readonly clock: (daysAgo: number, time: string) => Date;
  userIdOf(key: PersonKey): string;
}

const topics: readonly AssistantTopic[] = [
  { label: 'Angebot', color: 'blue' },
  { label: 'Lieferung', color: 'green' },
  { label: 'Reklamation', color: 'red' },
  { label: 'Rechnung', color: 'yellow' },
  { label: 'Bewerbung', color: 'purple' },
];

/** Who sees what it takes down; those with `true` its transcripts as well. */
const users: readonly (readonly [PersonKey, boolean])[] = [
  ['mara', true],
  ['lene', true],
  ['priya', false],
];

interface DemoResult {
  readonly when: readonly [daysAgo: number, time: string];
  readonly from: string | null;
  readonly seconds: number;
  readonly done?: true;
  readonly topics: readonly string[];
  readonly rows: readonly (readonly [label: string, value: string])[];
  readonly text: string;
  readonly points: readonly string[];
  /** Lines of assistant and caller in turn. */
  readonly said: readonly string[];
}

const results: readonly DemoResult[] = [
  {
    when: [0, '07:42'],
    from: '+493023125861',
    seconds: 134,
    topics: ['Angebot', 'Frist'],
    rows: [
      ['Rückruf', 'heute zwischen 14 und 16 Uhr'],
      ['Vorhaben', 'Beleuchtung für zwölf Büros'],
      ['Frist', 'Freitag'],
    ],
    text: 'Julian Hartwig fragt nach einem Angebot für die Beleuchtung von zwölf Büros.',
    points: ['Die Pläne kommen heute per Mail.', 'Das Angebot muss bis Freitag vorliegen.'],
    said: [
      'Tannhorst und Vale, guten Tag. Worum geht es bitte?',
      'Hartwig hier. Wir brauchen ein Angebot für die Beleuchtung von zwölf Büros.',
      'Bis wann brauchen Sie eine Antwort?',
      'Bis Freitag. Die Pläne schicke ich heute noch per Mail.',
      'Wann erreichen wir Sie am besten?',
      'Heute zwischen 14 und 16 Uhr.',
    ],
  },
  {
    when: [0, '07:15'],
    from: '+494066969800',
    seconds: 96,
    topics: ['Reklamation', 'Lieferung'],
    rows: [
      ['Auftrag', 'Leuchten für die Hotelhalle'],
      ['Schaden', 'zwei von acht gebrochen'],
    ],
    text: 'Grete Ohlsen meldet zwei gebrochene Leuchten aus der Lieferung von gestern.',
    points: ['Fotos sind gemacht.', 'Ersatz wird bis nächste Woche gebraucht.'],
    said: [
      'Tannhorst und Vale, guten Tag. Worum geht es bitte?',
      'Ohlsen, Hotel Ohlsen. Von acht Leuchten sind zwei gebrochen angekommen.',
      'Bis wann brauchen Sie eine Antwort?',
      'Wir brauchen den Ersatz bis nächste Woche. Fotos habe ich gemacht.',
    ],
  },
  {
    when: [1, '18:20'],
    from: '+491713920062',
    seconds: 72,
    topics: ['Bewerbung'],
    rows: [['Stelle', 'Monteur in Berlin']],
    text: 'Oskar Reinhold möchte sich als Monteur bewerben.',
    points: ['Er fragt, an wen er die Unterlagen schickt.'],
    said: [
      'Tannhorst und Vale, guten Tag. Worum geht es bitte?',
      'Reinhold. Ich möchte mich als Monteur bewerben. An wen schicke ich die Unterlagen?',
    ],
  },
  {
    when: [1, '12:08'],
    from: null,
    seconds: 22,
    done: true,
    topics: [],
    rows: [],
    text: 'Jemand hat sich verwählt.',
    points: [],
    said: ['Tannhorst und Vale, guten Tag. Worum geht es bitte?', 'Oh, da habe ich mich verwählt.'],
  },
  {
    when: [2, '17:55'],
    from: '+493023125744',
    seconds: 171,
    done: true,
    topics: ['Rechnung'],
    rows: [
      ['Rechnung', 'vom letzten Monat'],
      ['Rückruf', 'am Vormittag'],
    ],
    text: 'Die Praxis Dr. Brandl hat eine Frage zur Rechnung vom letzten Monat.',
    points: ['Eine Position steht zweimal darauf.'],
    said: [
      'Tannhorst und Vale, guten Tag. Worum geht es bitte?',
      'Praxis Brandl. Auf der Rechnung vom letzten Monat steht eine Position zweimal.',
      'Wann erreichen wir Sie am besten?',
      'Am Vormittag.',
    ],
  },
];

/** A call assistant with what it took down while nobody was there. */
export async function createAssistant(trx: Writer, place: Place): Promise<void> {
  const { accountId, channelId, userIdOf } = place;
  const assistantId = newId('a');
  await trx
    .insertInto('assistants')
    .values({
      id: assistantId,
      account_id: accountId,
      name: 'Empfang',
      channel_id: channelId,
      topics: JSON.stringify(topics),
    })
    .execute();
  await trx
    .insertInto('assistant_users')
    .values(
      users.map(([key, may_see_transcripts]) => ({
        assistant_id: assistantId,
        user_id: userIdOf(key),
        may_see_transcripts,
      })),
    )
    .execute();
  for (const [at, one] of results.entries()) await createResult(trx, place, assistantId, one, `demo-${at + 1}`);
}

async function createResult(
  trx: Writer,
  { accountId, dataDir, writesFiles, clock }: Place,
  assistantId: string,
  one: DemoResult,
  senderId: string,
): Promise<void> {
  const id = randomUUID();
  if (writesFiles) {
    const lines = one.said.map((line, at) => `${at % 2 === 0 ? 'Assistent' : 'Anrufer'}: ${line}\n`);
    await transcriptFiles(transcriptsFolder(dataDir)).keep({ assistantId, transcriptDocId: id }, lines.join(''));
  }
  await trx
    .insertInto('assistant_results')
    .values({
      id,
      assistant_id: assistantId,
      account_id: accountId,
      sender_id: senderId,
      sent_digest: '',
      session_id: null,
      remote_number: one.from,
      started_at: clock(...one.when),
      duration_ms: one.seconds * 1000,
      state: one.done ? 'DONE' : 'OPEN',
      primary_topic: one.topics[0] ?? null,
      topics: JSON.stringify(one.topics),
      rows: JSON.stringify(one.rows.map(([label, value]) => ({ label, value }))),
      summary: one.text,
      key_points: JSON.stringify(one.points),
      note_by: null,
      note_at: null,
      transcript_doc_id: writesFiles ? id : null,
    })
    .execute();
}
