// All plans. A build of the client puts those here that it takes out of its first load (`apps/client/build/number-plans.ts`).
export { default } from 'libphonenumber-js/min/metadata';
