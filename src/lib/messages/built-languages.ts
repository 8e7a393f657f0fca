import { catalogues } from './catalogues.ts';
import { completeLanguages } from './choose-language.ts';
import { PSEUDO, SOURCE } from './codes.ts';

/** The languages for which the build makes scripts. No page is in one that is only begun. */
export const BUILT_LANGUAGES = [SOURCE, ...completeLanguages(catalogues), PSEUDO];
