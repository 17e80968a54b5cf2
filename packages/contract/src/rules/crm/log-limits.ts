/** Seconds that a closing panel waits. SLOG-004, SCONST-011 */
export const closeAfterSeconds = 10;
/** Shortest outgoing calls that are logged, in seconds to choose from. SLOG-015, SCONST-010 */
export const loggedCallDurations = Array.from({ length: 13 }, (_none, at) => at * 5);
/** Debounce of a changed default selection, in milliseconds. SAPI-048, SCONST-006 */
export const entityTypesDebounceMs = 500;
/** Lazy saves, in milliseconds. SLOG-027, SCONST-008, SLOG-028, SCONST-009 */
export const taskTitleSaveMs = 300;
export const outcomeTextSaveMs = 400;
/** How long entities, and options of outcomes and tasks, are kept. SAPI-103, SCONST-032, SAPI-104, SAPI-105, SCONST-033 */
export const entityCacheMs = 30 * 60_000;
export const optionCacheMs = 10 * 60_000;
