/** The channels between page and program, and the word behind which the page finds what it must know at once. */
export const askChannel = 'sidetone:ask';
export const factChannel = 'sidetone:fact';
export const traitsWord = '--sidetone-traits=';
