import { shownHtml } from '../clean-html.ts';

/** The visible parts of a note, for a page of a test. */
Object.assign(globalThis, { shownHtml });
