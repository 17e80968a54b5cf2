import type { Locale } from '@sidetone/contract/entities/common.ts';
import { type Mail, oneLine } from '../../../mail/mailer.ts';
import { csvTable } from '../../../requests/csv-table.ts';
import type { CalledReport, CallTotals } from './report-totals.ts';

type ChannelTotals = CallTotals['channels'][number];

const words = {
  en: {
    subject: (company: string, when: string) => `${company}: calls, ${when}`,
    greeting: 'Hello,',
    before: (when: string) => `these were the calls of your company, ${when}:`,
    none: 'There were no calls.',
    total: 'All channels',
    line: ({ incoming, answered, missed, outgoing }: ChannelTotals, level: string) =>
      `${incoming} incoming, ${answered} answered, ${missed} missed${level}; ${outgoing} outgoing`,
    level: (percent: string) => `, ${percent} in time`,
    costCentres: 'Cost centres:',
    withoutCostCentre: 'Without a cost centre',
    costCentre: (calls: number, minutes: number) => `${calls} calls, ${minutes} minutes`,
    after: 'The figures are attached as a table. Under Administration, Calls, you choose who gets this report.',
    heads: ['Kind', 'Name', 'Incoming', 'Answered', 'Missed', 'Outgoing', 'Seconds talked', 'In time', 'Measured'],
    kinds: { channel: 'Channel', costCentre: 'Cost centre' },
    file: 'calls',
  },
  de: {
    subject: (company: string, when: string) => `${company}: Anrufe, ${when}`,
    greeting: 'Hallo,',
    before: (when: string) => `das waren die Anrufe deiner Firma, ${when}:`,
    none: 'Es gab keine Anrufe.',
    total: 'Alle Kanäle',
    line: ({ incoming, answered, missed, outgoing }: ChannelTotals, level: string) =>
      `${incoming} eingehend, ${answered} angenommen, ${missed} verpasst${level}; ${outgoing} ausgehend`,
    level: (percent: string) => `, ${percent} rechtzeitig`,
    costCentres: 'Kostenstellen:',
    withoutCostCentre: 'Ohne Kostenstelle',
    costCentre: (calls: number, minutes: number) => `${calls} Anrufe, ${minutes} Minuten`,
    after:
      'Dasselbe hängt als Tabelle an. Wer diesen Bericht bekommt, stellst du in der Verwaltung unter „Anrufe“ ein.',
    heads: [
      'Art',
      'Name',
      'Eingehend',
      'Angenommen',
      'Verpasst',
      'Ausgehend',
      'Gesprächssekunden',
      'Rechtzeitig',
      'Gemessen',
    ],
    kinds: { channel: 'Kanal', costCentre: 'Kostenstelle' },
    file: 'anrufe',
  },
} as const;

/** So many channels are named in the text; the table has all. */
const mostNamed = 40;

interface ReportOf {
  readonly company: string;
  /** Where its users find this server; null: in no known place. */
  readonly origin: string | null;
}

/** The email with a report, with the same as a table. */
export async function reportLetter(
  report: CalledReport,
  { company, origin }: ReportOf,
  language: Locale,
): Promise<Pick<Mail, 'subject' | 'text' | 'attachments'>> {
  const said = words[language];
  const when = whenOf(report, language);
  const all = [{ ...report.total, name: said.total }, ...report.channels];
  const lines = all
    .slice(0, mostNamed + 1)
    .map((one) => `- ${oneLine(one.name)}: ${said.line(one, levelOf(one, language))}`);
  const centres = report.costCentres.map(
    ({ name, calls, talkedSeconds }) =>
      `- ${oneLine(name) || said.withoutCostCentre}: ${said.costCentre(calls, Math.round(talkedSeconds / 60))}`,
  );
  const text = [
    said.greeting,
    said.before(when),
    report.channels.length === 0 ? said.none : lines.join('\n'),
    ...(report.costCentres.some(({ name }) => name !== '') ? [[said.costCentres, ...centres].join('\n')] : []),
    said.after,
    ...(origin === null ? [] : [`${origin}/admin/records`]),
  ].join('\n\n');
  const filename = `${said.file}-${report.from}${report.to === report.from ? '' : `-${report.to}`}.csv`;
  return {
    subject: oneLine(said.subject(company, when)),
    text,
    attachments: [{ filename, content: await tableOf(report, language), contentType: 'text/csv; charset=utf-8' }],
  };
}

function whenOf({ rhythm, from }: CalledReport, language: Locale): string {
  const style = rhythm === 'monthly' ? ({ month: 'long', year: 'numeric' } as const) : ({ dateStyle: 'full' } as const);
  return new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' }).format(new Date(`${from}T12:00:00Z`));
}

function levelOf({ measured, inTime }: Pick<ChannelTotals, 'measured' | 'inTime'>, language: Locale): string {
  if (measured === 0) return '';
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(inTime / measured);
  return words[language].level(percent);
}

async function tableOf({ channels, costCentres }: CalledReport, language: Locale): Promise<string> {
  const { heads, kinds, withoutCostCentre } = words[language];
  const rows = [
    ...channels.map((one) => [
      kinds.channel,
      one.name,
      one.incoming,
      one.answered,
      one.missed,
      one.outgoing,
      one.talkedSeconds,
      one.inTime,
      one.measured,
    ]),
    ...costCentres.map((one) => [
      kinds.costCentre,
      one.name || withoutCostCentre,
      one.calls,
      null,
      null,
      null,
      one.talkedSeconds,
      null,
      null,
    ]),
  ];
  async function* portions() {
    yield rows;
  }
  const separator = language === 'de' ? ';' : ',';
  let table = '';
  for await (const piece of csvTable({ heads, separator, portions: portions(), cellsOf: (row) => row })) table += piece;
  return table;
}
