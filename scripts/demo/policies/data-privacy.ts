import type { DemoPolicy } from '#demo/types.ts';

export const dataPrivacy: DemoPolicy = {
  kind: 'data_privacy_guidelines',
  pdf: 'data-privacy.pdf',
  title: 'Data Privacy Guidelines',
  updated: '2024-09-02',
  sections: [
    {
      heading: '1. Our promise',
      paragraphs: [
        'The Glean co-operative (“the co-operative”, “we”) is the personal information controller for Glean. We follow the Data Privacy Act of 2012 (Republic Act No. 10173), its Implementing Rules and Regulations and the issuances of the National Privacy Commission. We hold to its three principles: we tell you what we do (transparency), we do it for reasons that we have declared (legitimate purpose), and we collect no more than those reasons need (proportionality).',
        'We do not sell personal data, we show no advertising, and we do not follow you on other websites.',
      ],
    },
    {
      heading: '2. What we collect',
      paragraphs: [
        'From members: first, middle and last name, email address, contact number, birthdate, role in the community (for example farmer or processor), the date of joining, a profile picture if you add one, and a password, which we keep only in a scrambled form that cannot be turned back. We use the birthdate to confirm that members are of legal age. It is not shown to other members.',
        'From your use: posts, pictures, comments, likes, follows, reports, the notifications sent to you and whether you have read them. Location and camera data hidden in picture files are removed when you upload them.',
        'For security: the times of signing in, the network address, the kind of browser and the errors that occurred. Visitors who do not sign in give us only this technical record.',
        'Please do not put sensitive personal information, such as health, religion or government-issued numbers, in posts and comments. We do not ask for it.',
      ],
    },
    {
      heading: '3. Why we use it, and on what basis',
      paragraphs: [
        'To open and run your account and show your posts to the community: this is needed for the agreement that we have with you. To keep the service safe, prevent fraud and misuse, and answer reports: this is our legitimate interest and that of all members. To meet duties under the law: legal obligation. For a profile picture and for messages that are not necessary to the service: your consent, which you may withdraw at any time without losing your account.',
        'Suggestions of members to follow are made from public information on Glean. No decision with legal effect for you is made by a machine alone.',
      ],
    },
    {
      heading: '4. Who can see it',
      paragraphs: [
        'Other members see your name, picture, role, posts, comments, likes, and how many members you follow and are followed by. Your email address, contact number and birthdate are visible to you and to authorized staff only. Visitors see a limited feed of posts with the names of their authors.',
        'We share data with service providers who store or carry it for us, under a written agreement that binds them to the same protection; with public authorities when a law or a lawful order requires it; and with nobody else unless you have agreed. If a provider stores data outside the Philippines, we remain responsible for it.',
      ],
    },
    {
      heading: '5. How long we keep it',
      paragraphs: [
        'Account data are kept while the account exists. After you close it, we delete or anonymize them within 30 days, and backups are overwritten within 90 days. Security records are kept for 12 months. Reports and decisions about misuse are kept for two years, and records that tax or co-operative law requires for as long as that law says. Codes for resetting a password expire after ten minutes.',
      ],
    },
    {
      heading: '6. How we protect it',
      paragraphs: [
        'Connections are encrypted. Passwords are hashed with a method that resists guessing. Access by staff is limited to those who need it and is recorded. Staff and volunteers sign a duty of confidentiality and are trained each year. We test our backups, install security updates and review the risks at least once a year.',
        'No system is perfect. You help by choosing a long password that you use nowhere else, by signing out on borrowed phones, and by telling us when something looks wrong.',
      ],
    },
    {
      heading: '7. Cookies and storage on your device',
      paragraphs: [
        'Glean uses only the cookies that it needs: one that keeps you signed in, one that protects forms against misuse, one by which we know a browser that you have used, so that a stranger who guesses passwords cannot shut you out, and two that remember whether you want to use less data and that you have signed out. Your browser also stores a short-lived access token, what you have written and not yet sent, the addresses of these legal documents, and the public pages and guides that you can read without a connection. No third party sets cookies on Glean.',
      ],
    },
    {
      heading: '8. Your rights',
      paragraphs: [
        'Under the Data Privacy Act you have the right to be informed; to have access to your data; to object to processing; to have mistakes corrected; to have data erased or blocked when there is a ground for it; to receive your data in a common electronic form (portability); to be indemnified for damage caused by wrong, outdated or unlawfully used data; and to lodge a complaint with the National Privacy Commission (privacy.gov.ph). Your lawful heirs and assigns may use these rights in your place.',
        'You can correct your name and contact number yourself under Account Information. For anything else write to the data protection officer. We may ask you to confirm who you are, and we answer within 15 working days, without charge.',
      ],
    },
    {
      heading: '9. If there is a breach',
      paragraphs: [
        'When personal data are lost or reach the wrong hands, our response team contains the incident, finds out what happened and keeps a record. If the data could enable identity fraud and there is a real risk of serious harm, we notify the National Privacy Commission and the members concerned within 72 hours of learning of it or having good reason to believe it. We say what happened, which data are involved, what we have done, what you can do, and whom to contact.',
      ],
    },
    {
      heading: '10. Young people',
      paragraphs: [
        'Accounts are for persons of 18 years and older. Minors may take part in gleaning activities with the written consent of a parent or guardian. Do not post the full name of a child, or a picture without that consent.',
      ],
    },
    {
      heading: '11. Contact and changes',
      paragraphs: [
        'Data Protection Officer, Glean co-operative, Gapan City, Nueva Ecija; privacy@glean.example. Members without email may write to the office or come in person on working days.',
        'We announce changes that matter in the notifications at least 30 days before they apply, and we ask for consent again where the law requires it.',
      ],
    },
  ],
};
