// Everything that we write for people to read, with the place where it is.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { adminGerman, adminWords } from '../../apps/client/src/i18n/admin-words.ts';
import { aiChatGerman, aiChatWords } from '../../apps/client/src/i18n/ai-chat-words.ts';
import { callAssistantGerman, callAssistantWords } from '../../apps/client/src/i18n/call-assistant-words.ts';
import { crmLoggingGerman, crmLoggingWords } from '../../apps/client/src/i18n/crm-logging-words.ts';
import { queueBoardGerman, queueBoardWords } from '../../apps/client/src/i18n/queue-board-words.ts';
import { smartAnswerGerman, smartAnswerWords } from '../../apps/client/src/i18n/smart-answer-words.ts';
import { statisticsGerman, statisticsWords } from '../../apps/client/src/i18n/statistics-words.ts';
import { supervisionGerman, supervisionWords } from '../../apps/client/src/i18n/supervision-words.ts';
import { de, en } from '../../apps/client/src/i18n/words.ts';
import { routes } from '../../packages/contract/src/http/routes.ts';
import { root } from '../programs-running.ts';
import { sourcesBelow } from '../source-files.ts';
import { isOfApp, type Place, type Text } from './phrases.ts';

type Words = { readonly [key: string]: string | Words };

/** All texts of the project. */
export const readTexts = (): Text[] => [
  ...appTexts('en', {
    ...en,
    ...adminWords,
    ...aiChatWords,
    ...callAssistantWords,
    ...crmLoggingWords,
    ...queueBoardWords,
    ...smartAnswerWords,
    ...statisticsWords,
    ...supervisionWords,
  }),
  ...appTexts('de', {
    ...de,
    ...adminGerman,
    ...aiChatGerman,
    ...callAssistantGerman,
    ...crmLoggingGerman,
    ...queueBoardGerman,
    ...smartAnswerGerman,
    ...statisticsGerman,
    ...supervisionGerman,
  }),
  ...Object.entries(routes).map(
    ([name, { summary }]): Text => ({ language: 'en', place: 'routes', at: name, text: summary }),
  ),
  ...pageTexts('en', 'changelog', 'CHANGELOG.md'),
  ...pageTexts('de', 'changelog', 'CHANGELOG.de.md'),
  ...documents().flatMap((page) => pageTexts('en', 'documents', page)),
  ...programs().flatMap((file) => stringTexts(file, readFileSync(join(root, file), 'utf8'))),
];

const appTexts = (language: 'en' | 'de', words: Words, path: string = language): Text[] =>
  Object.entries(words).flatMap(([key, value]): Text[] =>
    typeof value === 'string'
      ? // What is filled in is not ours.
        [{ language, place: 'app', at: `${path}.${key}`, text: value.replace(/\{\{[^}]*\}\}/g, '…') }]
      : appTexts(language, value, `${path}.${key}`),
  );

/** Lines of a page without code: names of commands and fields stay as they are. */
const pageTexts = (language: 'en' | 'de', place: Place, file: string): Text[] =>
  readFileSync(join(root, file), 'utf8')
    .replace(/```.*?```/gs, (code) => code.replace(/[^\n]/g, ''))
    .split('\n')
    .map((line, at) => ({ language, place, at: `${file}:${at + 1}`, text: line.replace(/`[^`]*`/g, '…') }));

/** All pages but the glossary, which names the wrong words beside ours. */
function documents(): string[] {
  const below = ['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  );
  const pages = below.filter((file) => file.endsWith('.md') && file !== 'docs/GLOSSARY.md');
  return ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...pages];
}

/** Files of the product that are no tests. The words of the app are read as an object. */
const programs = (): string[] =>
  ['apps', 'packages']
    .flatMap((folder) => sourcesBelow(join(root, folder)).map((path) => relative(root, path)))
    .filter((file) => file.includes('/src/') && !/\.(test|stories)\.tsx?$|\/testing\/|\/i18n\/(en|de)\//.test(file));

const levels = new Set(['debug', 'info', 'warn', 'error', 'fatal']);

/** Strings of a source file that have at least three words, and all messages of its logs. */
export function stringTexts(file: string, code: string): Text[] {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind);
  const texts: Text[] = [];
  const visit = (node: ts.Node): void => {
    // SQL, and names of modules.
    if (ts.isTaggedTemplateExpression(node) || ts.isImportDeclaration(node)) return;
    const text = textOf(node);
    if (text !== undefined) {
      const level = levelOf(node, file);
      const at = `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
      if (level !== undefined) texts.push({ language: 'en', place: 'logs', at, text, level });
      else if (/\S\s+\S+\s+\S/.test(text)) texts.push({ language: 'en', place: 'programs', at, text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.templateSpans.reduce((text, span) => `${text}…${span.literal.text}`, node.head.text);
}

/**
 * The level at which a message is logged: `log.warn({ err }, 'this one')`, also where one of two is chosen. The console is
 * the log of the app; elsewhere it is a terminal.
 */
function levelOf(node: ts.Node, file: string): string | undefined {
  const { parent } = node;
  if (ts.isConditionalExpression(parent)) return parent.condition === node ? undefined : levelOf(parent, file);
  if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression)) return undefined;
  // In the app the message comes first.
  if (isOfApp(file) && parent.arguments[0] !== node) return undefined;
  const { name, expression } = parent.expression;
  const logs = isOfApp(file) ? /\b(console|log|logger)$/i : /\b(log|logger)$/i;
  return levels.has(name.text) && logs.test(expression.getText()) ? name.text : undefined;
}
