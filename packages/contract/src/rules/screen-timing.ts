/** How long screens wait, show and remember. Every name ends in its unit. */

/** Waiting for somebody to stop typing. */
export const searchDebounceMs = 500;
export const omnibarSearchDebounceMs = 300;
export const noteAutosaveMs = 500;
export const customCallerIdDebounceMs = 500;

/** Starting up. */
export const startSpinnerAfterMs = 500;
export const mainViewReadyMs = 500;
export const userLoadTimeoutMs = 30_000;
export const leaveAudioSetupDelayMs = 500;
/** The introduction is shown to everybody who saw it last before this day, or never. */
export const introCutOffDay = '2025-08-11';

/** Coming and going. */
export const toastShownMs = 5_000;
export const toastAppearsAfterMs = 300;
export const toastClosesAfterButtonMs = 100;
export const feedbackOverlayClosesAfterMs = 300;
export const ratingDialogClosesAfterMs = 8_000;
export const savedIndicatorShownMs = 2_000;
export const slideOverDetailDelayMs = 200;
export const contactsLoadingTextMs = 4_000;
export const dialogCloseMs = 120;
export const popoverDelayMs = 120;
export const callHeaderAnimationMs = 180;
export const clockTickMs = 30_000;

/** A contact is written within this where it is kept, waiting for others who write the same included, or not… */
export const contactWriteMs = 45_000;
/** …and who waits for that waits longer, so that nobody has to guess what became of it. */
export const contactWriteWaitMs = 60_000;

/** Remembering what was fetched. */
export const contactCacheMs = 30 * 60_000;
export const invalidFavoritesStaleMs = 60_000;
export const streamRefreshMs = 10 * 60_000;
/** A recording of the classic generation is fetched again so long after the end of its call… */
export const classicRecordingRefetchMs = 10 * 60_000;
/** …and when the call is older than this. */
export const classicRecordingOldMs = 24 * 60 * 60_000;

/** Listening. */
export const noiseSuppressionHz = 48_000;
export const audioAnalyserFftSize = 512;
export const audioAnalyserSmoothing = 0.55;
