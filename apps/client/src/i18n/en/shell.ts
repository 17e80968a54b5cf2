/** The window around the pages: menu of the person, what is new, flags of test accounts. */
export const shell = {
  cancel: 'Cancel',
};
