/** The present hint; the next one has another name, and so is shown to users who closed this one. */
export const presentHint = 'audio-in-menu';
