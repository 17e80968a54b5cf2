// Phrases that our texts do without, and the search for them.

/**
 * Where a phrase is looked for: texts of the app, summaries of routes, the changelog, the documents, messages of logs, and
 * all other strings of programs (emails, answers of commands, errors).
 */
export type Place = 'app' | 'routes' | 'changelog' | 'documents' | 'logs' | 'programs';

/** What users read in the app. */
export const inApp: readonly Place[] = ['app', 'routes', 'changelog'];
export const everywhere: readonly Place[] = [...inApp, 'documents', 'logs', 'programs'];

/** Something that we do not say. */
export interface Phrase {
  readonly language: 'en' | 'de';
  /** Places whose texts never use it. */
  readonly places: readonly Place[];
  readonly wrong: RegExp;
  /** What we say instead. */
  readonly say: string;
  /** A text that has it. */
  readonly example: string;
}

/** A text that may say it all the same. */
export interface Exception {
  /** How its place begins: `docs/TESTING.md`, `en.calls`. */
  readonly at: string;
  /** A part of the text, the phrase included. */
  readonly text: string;
  readonly reason: string;
}

/** Something written for people to read. */
export interface Text {
  readonly language: 'en' | 'de';
  readonly place: Place;
  /** The path of an app text, the name of a route, or a file and its line. */
  readonly at: string;
  readonly text: string;
  /** Of a message of a log. */
  readonly level?: string;
}

/** What a search found. */
export interface WordsVerdict {
  /** A line for each text that uses a phrase, with what to say instead. */
  readonly found: readonly string[];
  /** Exceptions that no text needs. */
  readonly needless: readonly Exception[];
}

/** Looks for all phrases in all texts. */
export function findPhrases(
  texts: readonly Text[],
  phrases: readonly Phrase[],
  exceptions: readonly Exception[],
): WordsVerdict {
  const needed = new Set<Exception>();
  const found = texts.flatMap(({ language, place, at, text }) =>
    phrases.flatMap((phrase) => {
      if (phrase.language !== language || !phrase.places.includes(place)) return [];
      const word = phrase.wrong.exec(text)?.[0];
      if (word === undefined) return [];
      const allowed = exceptions.filter(
        (exception) =>
          at.startsWith(exception.at) && phrase.wrong.test(exception.text) && text.includes(exception.text),
      );
      for (const exception of allowed) needed.add(exception);
      return allowed.length > 0 ? [] : [`${at}: “${word.trim()}”, say “${phrase.say}”: ${text.trim()}`];
    }),
  );
  return { found, needless: exceptions.filter((exception) => !needed.has(exception)) };
}

/** A file of the app or of the desktop program: they begin their messages with `[audio]`, the server with `audio:`. */
export const isOfApp = (file: string): boolean => /^apps\/(client|desktop)\//.test(file);

/** Log messages of trouble that do not begin with their part. */
export const findPartlessLogs = (texts: readonly Text[]): readonly string[] =>
  texts
    .filter(({ place, level = '' }) => place === 'logs' && ['warn', 'error', 'fatal'].includes(level))
    .filter(({ at, text }) => !(isOfApp(at) ? /^\[[\w-]+\] \S/ : /^[a-z][\w -]*: \S/).test(text))
    .map(({ at, text }) => `${at}: “${text.trim()}” does not begin with its part`);
