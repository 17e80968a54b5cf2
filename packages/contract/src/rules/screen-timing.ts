/** How long screens wait, show and remember. Every name ends in its unit. */

// Waiting for someone to stop typing.
/** CONST-030 */
export const searchDebounceMs = 500;
/** CONST-031, SCONST-007 */
export const omnibarSearchDebounceMs = 300;
/** CONST-040, SCONST-005 */
export const noteAutosaveMs = 500;
/** SCONST-004 */
export const customCallerIdDebounceMs = 500;
/** A set of questions for smart answers. SCONST-003, SSMART-001 */
export const smartAnswersAutosaveMs = 300;

// Starting up.
/** CONST-034 */
export const startSpinnerAfterMs = 500;
/** SCONST-039 */
export const mainViewReadyMs = 500;
/** SCONST-040 */
export const userLoadTimeoutMs = 30_000;
/** SCONST-041 */
export const leaveAudioSetupDelayMs = 500;
/** The introduction is shown to everyone who saw it last before this day, or never. CONST-033 */
export const introCutOffDay = '2025-08-11';

// Coming and going.
/** CONST-042 */
export const toastShownMs = 5_000;
/** CONST-043 */
export const toastAppearsAfterMs = 300;
/** CONST-044 */
export const toastClosesAfterButtonMs = 100;
/** CONST-037 */
export const feedbackOverlayClosesAfterMs = 300;
/** SCONST-012 */
export const ratingDialogClosesAfterMs = 8_000;
/** SCONST-026 */
export const savedIndicatorShownMs = 2_000;
/** CONST-038 */
export const slideOverDetailDelayMs = 200;
export const contactsLoadingTextMs = 4_000;
/** That answers were copied into the note of a call. SCONST-038, SSMART-014 */
export const copiedToNoteShownMs = 1_500;
/** SCONST-027 */
export const dialogCloseMs = 120;
/** CONST-062, SCONST-028 */
export const popoverDelayMs = 120;
/** CONST-046 */
export const callHeaderAnimationMs = 180;
/** CONST-041 */
export const clockTickMs = 30_000;

/** A contact is written within this where it is kept, waiting for others who write the same included, or not… */
export const contactWriteMs = 45_000;
/** …and who waits for that waits longer, so that nobody has to guess what became of it. */
export const contactWriteWaitMs = 60_000;

// Remembering what was fetched.
/** CONST-059, SCONST-063 */
export const contactCacheMs = 30 * 60_000;
/** SCONST-031 */
export const invalidFavoritesStaleMs = 60_000;
/** SCONST-034 */
export const streamRefreshMs = 10 * 60_000;
/** A recording of the classic generation is fetched again so long after the end of its call… SCONST-035 */
export const classicRecordingRefetchMs = 10 * 60_000;
/** …and when the call is older than this. SCONST-035 */
export const classicRecordingOldMs = 24 * 60 * 60_000;

// Listening.
/** CONST-035 */
export const noiseSuppressionHz = 48_000;
/** SCONST-047 */
export const audioAnalyserFftSize = 512;
/** SCONST-047 */
export const audioAnalyserSmoothing = 0.55;
