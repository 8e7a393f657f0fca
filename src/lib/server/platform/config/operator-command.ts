/** How the operator's commands begin here: in a release, `GLEAN` names its command. */
export const operatorCommand = process.env['GLEAN']
  ? `${process.env['GLEAN']} operator`
  : 'npm run operator --';
