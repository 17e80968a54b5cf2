/**
 * How many and how much: limits of calls, lists and people's input. Names end in their unit where it isn't a plain
 * count. Durations of calls are in `call-timing.ts`, what only screens use in `screen-measures.ts`, `screen-timing.ts`.
 */

/** Calls that a client has at once. CONST-003, CONST-067, SCONST-023 */
export const maxCalls = 2;
/** SIP sessions that a client of the newer generation has at once. CONST-004 */
export const maxSipSessions = 1;
/** Characters at the end of a long number that the dialpad shows after an ellipsis. CONST-039 */
export const dialpadVisibleCharacters = 14;
/** Further attempts after a first failed fetch of the app extension. SCONST-030 */
export const appExtensionFetchRetries = 3;

/** Sets of questions, and questions in one of them, in plans other than PREMIUM_TIER_B. SSMART-018, SSMART-019, SCONST-002 */
export const smartAnswerSetLimit = 1;
export const smartAnswerQuestionLimit = 10;
/** The same in every plan: nobody needs more, and each question is paid for. */
export const mostSmartAnswerSets = 100;
export const mostQuestionsOfSet = 100;
/** Characters of a question, and of the title of a question or a set. */
export const smartAnswersQuestionMaxCharacters = 500;
export const smartAnswersTitleMaxCharacters = 100;

/** Chats of a user, and questions in one of them and within an hour. */
export const mostChats = 200;
export const mostQuestionsOfChat = 100;
export const chatQuestionsPerHour = 30;
/** Days after its last question for which a chat is kept. */
export const chatDays = 90;
/** Characters of a question about calls, and of the name of a chat. */
export const chatQuestionMaxCharacters = 1000;
export const chatTitleMaxCharacters = 100;
/** Channels that a question names; without naming any it is about all. */
export const mostChatChannels = 200;

/** Events that one inbox query answers with at most, and its default where nothing is asked for. CONST-027 */
export const inboxEventQueryLimit = 1000;
/** Events that a live inbox asks for. CONST-028, SCONST-062 */
export const inboxSubscriptionLimit = 100;
/** Events that one request resolves or reopens. */
export const resolveManyLimit = 10_000;
/** Rows that one batch changes. CONST-029 */
export const batchWriteLimit = 500;

/** Favorites that a user has. CONST-001, CONST-067, SCONST-022 */
export const maxFavorites = 30;
/** The first so many favorites have a keyboard shortcut. CONST-061, SCONST-021 */
export const favoriteShortcutCount = 10;
/** Contacts that one search shows, and how many it answers with: one more tells that there are more. */
export const shownSearchResults = 20;
export const mostSearchResults = shownSearchResults + 1;
/** Letters from which on it is told how many match in all; fewer match a good part of the address book. */
export const fewestLettersToCount = 3;
/** Numbers that one contact of the company's own address book has at most. */
export const mostNumbersOfOwnContact = 20;
/** A file of contacts: 50 MB of 1,000,000 bytes. */
export const largestContactFileBytes = 50 * 1_000_000;
/** Contacts on one page. CONST-002 */
export const contactPageSize = 100;
/** Unpinned small-talk items that a contact's details show. CONST-060, SCONST-020 */
export const contactUnpinnedSmallTalkCount = 3;

/** Words that an account's transcripts are to spell right, and letters of one. SSET-045, SSET-046 */
export const maxCustomWords = 100;
export const maxCustomWordCharacters = 50;

/** Utterances that one point of the sentiment plot averages. SCONST-036 */
export const sentimentWindowUtterances = 3;
/** Ends of the sentiment axis, most negative and most positive. SCONST-037 */
export const sentimentAxis = [-1, 1] as const;

/** Rating dialogs within a week. SCONST-013 */
export const ratingDialogsPerWeek = 4;
/** Hours between two rating dialogs. SCONST-014 */
export const ratingDialogGapHours = 24;
/**
 * Hours at which the parts of a day begin and the last one ends; an hour belongs to the part that it begins.
 * SCONST-015
 */
export const ratingDayPartHours = [0, 10, 14, 24] as const;
/** Fewest characters of a feedback text. SCONST-016 */
export const feedbackMinCharacters = 10;
/** Pictures of one feedback. SCONST-017 */
export const feedbackMaxImages = 4;
/** All pictures of one feedback together: 20 MB of 1,000,000 bytes. SCONST-018 */
export const feedbackMaxImageBytes = 20 * 1_000_000;
/** A log that is sent with a feedback; of a longer one the end is sent. */
export const feedbackMaxLogBytes = 5 * 1_000_000;
/** All files of one person that are kept together: a dozen feedbacks as large as they may be. */
export const userAssetQuotaBytes = 250 * 1_000_000;
/** Feedback that one person sends within a day, on the product or on calls. */
export const feedbackPerDay = 200;

/** The highest count that a notification badge shows as it is; above it stands a plus with this number. SCONST-019 */
export const badgeMaxCount = 9;
/** How often a slide-over on a narrow screen says how to get back to what it lies over. CONST-045 */
export const slideOverHintMaxCount = 5;
/** Steps of the first-run stepper. SCONST-042 */
export const onboardingStepCount = 3;

/** Fewest characters of a password that someone chooses. */
export const passwordMinLength = 10;

/** People of one imported table; a larger one is imported in parts. */
export const mostImportedPeople = 1000;
/** Users that one request changes. */
export const mostUsersChanged = 500;

/** Webhooks of an account. SSET-043, SCONST-001 */
export const maxWebhooks = 1;
/** Headers that a webhook has of its own. */
export const maxWebhookHeaders = 10;

/** Channels that a user can get emails about. */
export const maxMailChannels = 500;

/** Name of the private channel of the signed-in user in addresses. SCONST-058 */
export const privateChannelId = 'private';
