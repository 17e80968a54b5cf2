// Worn phrases: English and German that no native speaker would write, and what we say instead (docs/GLOSSARY.md, "How
// we say it"). Where one of them is right, it has an exception with its reason.
import { type Exception, everywhere, inApp, type Phrase } from './phrases.ts';

const english = [
  [everywhere, /\bwho(m|so)?ever\b/i, 'users, callers, everyone who', 'Whoever is added has a voicemail.'],
  [everywhere, /\banew\b/i, 'again', 'Enter the password anew.'],
  [everywhere, /\bno more\b(?! than)/i, 'no longer', 'It rings no more.'],
  [everywhere, /\bany ?more\b(?! than)/i, 'no longer', 'It does not ring any more.'],
  [everywhere, /(?<!all |calls )\bat once\b/i, 'immediately, at the same time', 'The speaker switches at once.'],
  [everywhere, /\b(some|every|any)body\b/i, 'someone, everyone, anyone', 'Somebody has changed it.'],
  [
    everywhere,
    /\bstands?(?= (in|at|on|below|above|beside|there|still|open)\b)/i,
    'is, appears',
    'It stands in both inboxes.',
  ],
  [inApp, /\bstands\b/i, 'is, appears', 'How it stands'],
  [everywhere, /\bmeanwhile\b(?!$)/i, 'while, in the meantime', 'Somebody has changed it meanwhile.'],
  [everywhere, /\bneither[.,;]/i, 'nor …, not even …', 'Nobody can read it, you neither.'],
  [everywhere, /\b(lets?|letting) go\b|\blet go\b/i, 'disconnect, release, drop', 'The app is let go.'],
  [everywhere, /\b(is|are|was|were|be|been) told\b(?! apart)/i, 'is reported, learns', 'The failure is told.'],
  [everywhere, /\b(is|are|was|were|be) taken for\b/i, 'counts as', 'A ring is taken for an answer.'],
  [everywhere, /\bstumbl(e|es|ed|ing)\b/i, 'fail', 'live data stumbled'],
  [everywhere, /\b(not )?(heard|hears?) of\b/i, 'learn, notice', 'changes are not heard of'],
  [everywhere, /\buntil now\b/i, 'current, so far', 'Password until now'],
  [
    everywhere,
    /\b(goes?|going|went) on (with|as|where|after|until|for)\b/i,
    'continue',
    'The call goes on where it was.',
  ],
  [['app'], /\bgo(es)? on\b(?! hold)/i, 'continue', 'The import goes on.'],
  [everywhere, /(^|[.!?:;] )Who(m|se)? (?![^.]*\?)/, 'users who, callers who', 'Who is invited gets an email.'],
  [
    everywhere,
    /(^|[.!;] )What (cannot|nobody|nothing|was|were|has|had)\b(?![^.]*\?)/,
    'a noun',
    'What cannot be is said.',
  ],
  [everywhere, /\bof (an )?earlier li(fe|ves)\b/i, 'before the restart', 'imports of an earlier life wait'],
  [everywhere, /\brubbish\b/i, 'malformed, invalid', 'Rubbish disturbs nobody.'],
  [everywhere, /\bis so\b/i, 'is true, applies', 'A test says what is so.'],
] as const;

const german = [
  [/\b(aufs Neue|von [Nn]euem)\b/, 'noch einmal', 'Gib es von neuem ein.'],
  [/\bnicht länger\b/, 'nicht mehr', 'Es klingelt nicht länger.'],
  [/\b(jedermann|irgendwer)\b/i, 'alle, jemand', 'Jedermann darf das.'],
] as const;

/** Phrases that our texts do without. */
export const wornPhrases: readonly Phrase[] = [
  ...english.map(([places, wrong, say, example]) => ({ language: 'en' as const, places, wrong, say, example })),
  ...german.map(([wrong, say, example]) => ({ language: 'de' as const, places: inApp, wrong, say, example })),
];

/** Texts that say it all the same. */
export const wornExceptions: readonly Exception[] = [
  { at: 'en.admin.feedback.what', text: 'What was wrong', reason: 'a label, above what the user wrote' },
  {
    at: 'en.admin.firstRun.steps.queue',
    text: 'Who answers the main number',
    reason: 'the name of a step, a question',
  },
  { at: 'en.aiChat.answer.quotes', text: 'What was said', reason: 'a heading, above quotes of calls' },
  { at: 'en.callDetail.message.title', text: 'What was said', reason: 'a heading, above the words of a message' },
  { at: 'en.transcript.said', text: 'What was said', reason: 'a heading, above the words of a call' },
  { at: 'en.threads.talkedBy', text: 'Who talked', reason: 'a label, above names' },
];
