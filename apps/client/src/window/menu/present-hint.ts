/** The hint that there is at present; the next one has another name, and so is shown to those who closed this one. */
export const presentHint = 'audio-in-menu';
