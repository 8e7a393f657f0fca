import { catalogues } from './catalogues.ts';
import { completeLanguages } from './choose-language.ts';
import { PSEUDO, SOURCE } from './codes.ts';

/** The languages for which the build makes scripts and pages. No page is in one that is only begun. */
export const BUILT_LANGUAGES = [SOURCE, ...completeLanguages(catalogues), PSEUDO];

/** @returns the paths of a page that the build makes: that of the source has no language before it */
export const languagePaths = () =>
  BUILT_LANGUAGES.map((language) => ({
    params: { language: language === SOURCE ? undefined : language },
  }));
