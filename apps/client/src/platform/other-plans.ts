// A build puts the plans here that it takes out of the first load (`build/number-plans.ts`); without one they are all there.
export { default } from 'libphonenumber-js/min/metadata';
