import { cleanLogHtml, cutHtml, cutText, escapeHtml } from '../../../crm/log-html.ts';
import { callFooter, callTitle, oneLine, type ToldCall } from './call-footer.ts';
import { plainText } from './plain-text.ts';
import { recordWords } from './record-words.ts';

/** What a log can say of a call, besides its title and the footer that every one has. */
export const recordBlocks = ['note', 'outcome', 'summary', 'actionItems', 'smallTalk', 'link'] as const;
type RecordBlock = (typeof recordBlocks)[number];

/** What logs say in accounts that chose nothing else, in this order. */
export const usualBlocks: readonly RecordBlock[] = ['note', 'outcome', 'summary', 'actionItems'];

/** What the logs of an account say that chose small talk and links, or did not. */
export const blocksOf = ({
  smallTalk,
  link,
}: {
  readonly smallTalk: boolean;
  readonly link: boolean;
}): RecordBlock[] => [
  ...usualBlocks,
  ...(smallTalk ? (['smallTalk'] as const) : []),
  ...(link ? (['link'] as const) : []),
];

/** Everything that a log is made of. Whatever there is none of is null, empty or an empty list. */
export interface RecordSource extends ToldCall {
  readonly blocks: readonly RecordBlock[];
  /** HTML of the note of the call, trusted in nothing. */
  readonly note: string;
  readonly outcome: string | null;
  readonly headline: string | null;
  readonly summary: string | null;
  readonly actionItems: readonly {
    readonly text: string;
    readonly checked: boolean;
    /** yyyy-MM-dd */
    readonly due: string | null;
  }[];
  readonly smallTalk: readonly { readonly topic: string; readonly description: string }[];
  /** Address of the call in this app. */
  readonly link: string | null;
  /** Who had the call, where the CRM has no such user; else null. */
  readonly writtenBy: string | null;
  /** Whom a call was handed over by. */
  readonly takenOverFrom: string | null;
  /** By which the record is found again. */
  readonly key: string;
}

/** Letters that a CRM takes; what is longer is cut before the footer, which is always whole. At least 1,000. */
interface RecordLimits {
  readonly html: number;
  readonly text: number;
}

/** Below what every CRM takes: HubSpot 65,536 letters of HTML, Salesforce and Zoho 32,000 of text. */
const usualLimits: RecordLimits = { html: 60_000, text: 30_000 };

/** What a CRM is told of a call: `text` says the same as `html`, each with the footer at its end. */
export function recordText(
  source: RecordSource,
  limits: RecordLimits = usualLimits,
): { readonly title: string; readonly html: string; readonly text: string } {
  const blocks = source.blocks.map((block) => htmlOf[block](source));
  const body = [...blocks, signature(source)].join('');
  return { title: callTitle(source, source.headline), ...withFooter(body, callFooter(source, source.key), limits) };
}

/** A body of clean HTML in both forms, cut where it is too long, and the footer. */
export function withFooter(
  written: string,
  footer: string,
  limits: RecordLimits = usualLimits,
): { readonly html: string; readonly text: string } {
  const body = withoutKeys(written);
  const htmlFooter = `<p>${escapeHtml(footer)}</p>`;
  const words = plainText(body);
  const text = words === '' ? '' : `${cutText(words, limits.text - footer.length - 2)}\n\n`;
  return { html: cutHtml(body, limits.html - htmlFooter.length) + htmlFooter, text: text + footer };
}

const htmlOf: Readonly<Record<RecordBlock, (source: RecordSource) => string>> = {
  note: ({ note }) => {
    const html = cleanLogHtml(note);
    return plainText(html) === '' ? '' : html;
  },
  outcome: ({ locale, outcome }) => {
    const said = oneLine(outcome ?? '', 500);
    return said === '' ? '' : `<p><b>${recordWords[locale].outcome}:</b> ${escapeHtml(said)}</p>`;
  },
  summary: ({ locale, summary }) => {
    const said = (summary ?? '').slice(0, mostOfPart).trim();
    return said === '' ? '' : `<h4>${recordWords[locale].summary}</h4>${paragraphs(said)}`;
  },
  actionItems: ({ locale, actionItems }) => {
    const words = recordWords[locale];
    const items = actionItems.slice(0, mostItems).map(({ text, checked, due }) => {
      const more = [due === null ? '' : words.due(dayOf(due, locale)), checked ? words.done : ''].filter(
        (one) => one !== '',
      );
      return `${oneLine(text, mostOfItem)}${more.length === 0 ? '' : ` (${more.join(', ')})`}`;
    });
    return list(words.actionItems, items);
  },
  smallTalk: ({ locale, smallTalk }) => {
    const items = smallTalk
      .slice(0, mostItems)
      .map(({ topic, description }) =>
        [oneLine(topic, mostOfItem), oneLine(description, mostOfItem)].filter((one) => one !== '').join(': '),
      );
    return list(recordWords[locale].smallTalk, items);
  },
  link: ({ locale, link }) =>
    link === null ? '' : cleanLogHtml(`<p><a href="${escapeHtml(link)}">${recordWords[locale].link}</a></p>`),
};

const mostOfPart = 50_000;
const mostItems = 200;
const mostOfItem = 2_000;

function signature({ locale, writtenBy, takenOverFrom }: RecordSource): string {
  const words = recordWords[locale];
  const said = [
    takenOverFrom === null ? '' : words.takenOverFrom(oneLine(takenOverFrom, 200)),
    writtenBy === null ? '' : words.writtenBy(oneLine(writtenBy, 200)),
  ].filter((one) => one !== '');
  return said.map((one) => `<p>${escapeHtml(one)}</p>`).join('');
}

/** Empty lines part paragraphs. */
export const paragraphs = (text: string): string =>
  text
    .split(/(?:\r?\n[^\S\n]*){2,}/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => `<p>${escapeHtml(one)}</p>`)
    .join('');

const list = (heading: string, items: readonly string[]): string => {
  const said = items.filter((item) => item !== '');
  return said.length === 0
    ? ''
    : `<h4>${heading}</h4><ul>${said.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
};

const dayOf = (day: string, locale: RecordSource['locale']): string =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'de-DE', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/**
 * A record is found by the key in its text. A footer that somebody copied into the note of another call must not be taken
 * for that call's, so its hyphens become ones that read the same.
 */
const withoutKeys = (html: string): string =>
  html.replace(/(Sidetone\s+)([0-9A-Z]{4}(?:-[0-9A-Z]{4})+)/g, (_whole, name: string, key: string) => {
    return name + key.replaceAll('-', '\u2011');
  });
