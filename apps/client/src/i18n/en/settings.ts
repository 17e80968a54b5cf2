export const settings = {
  title: 'Settings',
  notSaved: 'Not saved',
  sections: 'Sections of the settings',
  close: 'Close settings',
  back: 'Back',
  groups: {
    app: 'App',
    you: 'You',
  },
};
