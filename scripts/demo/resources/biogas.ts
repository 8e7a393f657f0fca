import type { DemoResource } from '#demo/types.ts';

import { heading, image, text } from './block.ts';

export const biogas: DemoResource = {
  key: 'biogas',
  title: 'A small biogas digester: from pig pen to blue flame',
  cover: 'covers/biogas',
  publishedDaysAgo: 90,
  blocks: [
    text(
      'In a closed tank without air, bacteria turn manure into a gas that burns. It is 55 to 65 percent methane; the rest is mostly carbon dioxide and a little hydrogen sulphide, the one that smells of rotten egg. What flows out at the other end is a thin fertiliser with all its nitrogen and with hardly any flies.',
    ),
    image('diagrams/biogas-section'),
    heading('How large?'),
    text(
      'A family that cooks three meals needs 1.5 to 2 cubic meters of gas a day. One kilo of fresh cattle manure gives about 35 to 40 liters, pig manure 50 to 60. So you need the manure of four or five stabled cows (about 50 kg a day), or of some fifteen to twenty grown pigs (30 to 40 kg). Mix it with the same amount of water and you feed 100 liters a day. In our climate the mix should stay for 40 days: 100 × 40 = 4,000 liters of slurry, and a third more room for the gas. A tank of 5 to 6 cubic meters fits this farm.',
    ),
    heading('Kinds'),
    text(
      'A tubular plastic digester costs the least, is put in a trench in two days and lasts three to five years if chickens and sun stay away. A fixed dome of brick lasts twenty, but only with a mason who has built one before, because a dome that leaks is a tomb for your money. Ready-made tanks of fibreglass or thick plastic lie between. All need an inlet, an outlet lower than the inlet, and a gas pipe at the top.',
    ),
    heading('Starting'),
    text(
      'Fill two thirds with the mix of fresh manure and water (one to one, no straw, sand or soap), and if you can add ten percent of slurry from a working digester. Wait. The first gas is mostly carbon dioxide mixed with air. Let it out twice, far from any fire, and do not try to light it. After two to five weeks the flame holds: blue, with a small yellow tip.',
    ),
    heading('Feeding every day'),
    text(
      'Feed the same amount at the same hour. A digester is an animal and does not like parties. Take manure of one or two days, remove straw and stones, stir it smooth and let it run in. The best pH is 6.8 to 7.5, and the best temperature 30 to 38 °C. If the flame weakens and the outlet smells sour, stop feeding for a week and then start again with half. Antibiotics, disinfectants, detergent and much chicken manure (ammonia) make it sick. Vegetable waste may be added, finely cut, up to a fifth.',
    ),
    heading('Water and sulphur in the pipe'),
    text(
      'Gas comes out wet. Lay the pipe with a slope to a trap, a bottle with water or a valve at the lowest point, and drain it each week. A pipe filled with steel wool or rusty turnings takes out the hydrogen sulphide, which otherwise eats the stove. Change it when it has turned black. A second bottle with 15 to 20 cm of water works as the safety valve: when pressure is too high, the gas bubbles out.',
    ),
    heading('Rules that save lives'),
    text(
      'Five to fifteen percent of methane in air explodes. No flame, no cigarette, no phone charging near the tank. Check the joints with soap water and never with a match. Open the windows when you smell gas.',
    ),
    text(
      'Never enter a digester or a manure pit, not even an empty one, and not to save somebody. Hydrogen sulphide and lack of air drop a man in two breaths, and most who die are the rescuers. Cleaning is for a trained team with a blower, a rope and a gas meter. Fence the inlet and outlet, and cover them so that no child can fall in.',
    ),
    heading('The slurry'),
    text(
      'It keeps nearly all the nitrogen, half of it ready to use. Let it stand for some days, thin it with one to three parts of water and give it to napier, banana, corn or rice before planting. Digestion at our temperatures lowers the germs but does not kill all of them, so keep it off vegetables eaten raw and away from wells. Dried or mixed with straw it makes good compost and worm feed. If it flows into the creek, everything you saved is lost.',
    ),
  ],
};
