;; The inner loops of the net. plain-kernel.ts has the same functions in plain code: read it first. kernel.wasm is this
;; file, assembled; insights/train/README.md has the command, and insights/test/kernel-file.test.ts compares the two.
;;
;; WHAT IT COMPUTES
;; A gated recurrent unit (GRU) reads the tokens of a text, once forward and once backward. For each unit and token:
;;   reset  = sigmoid(input.reset  + weights.reset  . state)
;;   update = sigmoid(input.update + weights.update . state)
;;   new    = tanh(input.new + reset * (weights.new . state))
;;   state  = new + update * (state - new)
;; The functions are called in this order (machine.ts, net.ts):
;;   multiply_word, finish   what a word adds to the three inputs of every unit; kept for the next text
;;   recur                   all tokens of the text, in one direction
;;   largest                 the largest state of each unit over a passage
;;   multiply, squash        the hidden units: the tanh of weighted sums of these states
;;   multiply                the heads: weighted sums of these states and the hidden units
;;
;; WHY INTEGERS
;; Sums of integers do not depend on their order, and the one instruction that may differ between processors is exact for
;; our numbers (see multiply). So every machine gets the same bytes, with vector instructions or with plain code. And a
;; vector holds 16 small integers, but only four floating-point numbers.
;;
;; FORMATS (insights/train/net/pack.py writes them)
;;   state                   16 bits, in 16384ths: -1 to 1
;;   7-bit input             8 bits, in 64ths, plus 64: 0 is -1, 64 is 0, 127 is nearly 1. A state, rounded
;;   weight of states        8 bits, signed. Each row has a scale of its own
;;   sum                     32 bits. It begins with `first`: the row's bias, minus 64 for each of its weights, which takes
;;                           back the 64 in the inputs
;;   scale                   32 bits, in 4096ths: sum * scale is the input of a gate
;;   input of a gate         16 bits, in 2048ths: -16 to 16. Larger ones are cut off
;;   gate                    16 bits, in 32768ths: 0 to 1
;;   number of a word        16 bits (8 in the file), and its weights 16 bits
;;
;; WHY PARABOLAS
;; Sigmoid and tanh are made of two parabolas here ($bend): a few instructions for eight numbers at once, where a table
;; needs a load for each number. The last epochs of training had the same curves, so the net is used to them.
;;
;; MEMORY
;; TypeScript owns the memory and gives every address as a parameter. machine.ts lays it out, each part at a multiple of 16:
;;   weights and biases of words; weights, `first` and scales of states, hidden units and heads
;;   a state of zero, two states in 7 bits, sums, the largest states with the hidden units, the numbers of one word
;;   what the words add to the gates, one slot for each word that is kept
;;   for the text: a list of the addresses of its inputs, its states, inputs of words that found no free slot
;;
;; WHAT MUST HOLD (the net's sizes do; nothing is checked here)
;;   - rows, columns and counts are multiples of what each function names
;;   - 7-bit inputs are 0 to 127: only for those is relaxed_dot_i8x16_i7x16_add_s the same on every machine
;;   - no sum times its scale exceeds 32 bits: pack.py refuses a net for which it could
(module
  (import "net" "memory" (memory 1))

  ;; multiply_word: out[row] = sum of w[row][column] * x[column], with 16-bit inputs and weights and 32-bit sums.
  ;; $x, $w, $out: addresses. $rows is a multiple of 4, $bytes (of one row of weights) a multiple of 32.
  ;; Four rows at a time: $w, $w1, $w2, $w3 walk along them, $from along $x, and $at counts the bytes that are left.
  ;; $a, $b, $c, $d are the sums of the four rows, each as four partial sums in the lanes of a vector.
  (func (export "multiply_word")
    (param $x i32) (param $w i32) (param $out i32) (param $rows i32) (param $bytes i32)
    (local $at i32) (local $w1 i32) (local $w2 i32) (local $w3 i32) (local $from i32) (local $v v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (loop $groups
      (local.set $a (v128.const i32x4 0 0 0 0))
      (local.set $b (v128.const i32x4 0 0 0 0))
      (local.set $c (v128.const i32x4 0 0 0 0))
      (local.set $d (v128.const i32x4 0 0 0 0))
      (local.set $w1 (i32.add (local.get $w) (local.get $bytes)))
      (local.set $w2 (i32.add (local.get $w1) (local.get $bytes)))
      (local.set $w3 (i32.add (local.get $w2) (local.get $bytes)))
      (local.set $from (local.get $x))
      (local.set $at (local.get $bytes))
      ;; 16 columns per turn, eight in each half: dot_i16x8_s adds neighboring products to four sums.
      (loop $columns
        (local.set $v (v128.load (local.get $from)))
        (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (local.get $v) (v128.load (local.get $w)))))
        (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (local.get $v) (v128.load (local.get $w1)))))
        (local.set $c (i32x4.add (local.get $c) (i32x4.dot_i16x8_s (local.get $v) (v128.load (local.get $w2)))))
        (local.set $d (i32x4.add (local.get $d) (i32x4.dot_i16x8_s (local.get $v) (v128.load (local.get $w3)))))
        (local.set $v (v128.load offset=16 (local.get $from)))
        (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=16 (local.get $w)))))
        (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=16 (local.get $w1)))))
        (local.set $c (i32x4.add (local.get $c) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=16 (local.get $w2)))))
        (local.set $d (i32x4.add (local.get $d) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=16 (local.get $w3)))))
        (local.set $from (i32.add (local.get $from) (i32.const 32)))
        (local.set $w (i32.add (local.get $w) (i32.const 32)))
        (local.set $w1 (i32.add (local.get $w1) (i32.const 32)))
        (local.set $w2 (i32.add (local.get $w2) (i32.const 32)))
        (local.set $w3 (i32.add (local.get $w3) (i32.const 32)))
        (br_if $columns (local.tee $at (i32.sub (local.get $at) (i32.const 32)))))
      ;; Adds up the four lanes of each sum. The shuffles turn rows into columns, so that three additions do it for all
      ;; four rows, and the four results are one vector.
      (local.set $v (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
      (local.set $c (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
      (v128.store (local.get $out) (i32x4.add
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $v) (local.get $c))
        (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $v) (local.get $c))))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      ;; $w3 has reached the end of the fourth row, where the next four begin.
      (local.set $w (local.get $w3))
      (br_if $groups (local.tee $rows (i32.sub (local.get $rows) (i32.const 4))))))

  ;; multiply: out[row] = first[row] + sum of w[row][column] * x[column], with 8-bit weights and 7-bit inputs.
  ;; $x, $w, $first, $out: addresses. $rows is a multiple of 48, $columns of 16.
  ;;
  ;; 48 rows at a time, in 12 sums of four lanes: $a has rows 0 to 3, $b rows 4 to 7, and so on to $l. Each row has a lane of
  ;; its own, so no lanes have to be added up, and one load of 16 inputs serves all 48 rows.
  ;;
  ;; relaxed_dot_i8x16_i7x16_add_s multiplies 16 weights by 16 inputs and adds the products to four lanes, four to each. It
  ;; may add two products in 16 bits; 2 * 128 * 127 fits, so the result is exact on every machine. A vector of weights has
  ;; four columns of row 0, the same four of row 1, of row 2, of row 3. So the matching vector of inputs is four inputs,
  ;; repeated four times: a shuffle makes it ($v for inputs 0 to 3 and 8 to 11, $u for 4 to 7 and 12 to 15).
  ;;
  ;; The weights are arranged in the order in which they are read (`weightPlace` in kernel.ts): for each 48 rows, for each
  ;; four columns, the 48 rows; that is 12 vectors or 192 bytes for four columns, 768 bytes for 16.
  (func (export "multiply")
    (param $x i32) (param $w i32) (param $first i32) (param $out i32) (param $rows i32) (param $columns i32)
    (local $from i32) (local $end i32) (local $short v128) (local $v v128)
    (local $u v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $e v128) (local $f v128)
    (local $g v128) (local $h v128) (local $i v128) (local $j v128) (local $k v128) (local $l v128)
    (local.set $end (i32.add (local.get $x) (local.get $columns)))
    (loop $groups
      ;; What the 48 sums begin with.
      (local.set $a (v128.load (local.get $first)))
      (local.set $b (v128.load offset=16 (local.get $first)))
      (local.set $c (v128.load offset=32 (local.get $first)))
      (local.set $d (v128.load offset=48 (local.get $first)))
      (local.set $e (v128.load offset=64 (local.get $first)))
      (local.set $f (v128.load offset=80 (local.get $first)))
      (local.set $g (v128.load offset=96 (local.get $first)))
      (local.set $h (v128.load offset=112 (local.get $first)))
      (local.set $i (v128.load offset=128 (local.get $first)))
      (local.set $j (v128.load offset=144 (local.get $first)))
      (local.set $k (v128.load offset=160 (local.get $first)))
      (local.set $l (v128.load offset=176 (local.get $first)))
      (local.set $from (local.get $x))
      ;; 16 columns per turn. $from walks along the inputs, $w along the weights; $short is 16 inputs.
      (loop $each
        (local.set $short (v128.load (local.get $from)))
        (local.set $v (i8x16.shuffle 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 (local.get $short) (local.get $short)))
        ;; Columns 0 to 3 of the 48 rows. Their inputs are in $v; $u gets the next four some instructions before it is used.
        (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load            (local.get $w)) (local.get $v) (local.get $a)))
        (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=16  (local.get $w)) (local.get $v) (local.get $b)))
        (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=32  (local.get $w)) (local.get $v) (local.get $c)))
        (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=48  (local.get $w)) (local.get $v) (local.get $d)))
        (local.set $u (i8x16.shuffle 4 5 6 7 4 5 6 7 4 5 6 7 4 5 6 7 (local.get $short) (local.get $short)))
        (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=64  (local.get $w)) (local.get $v) (local.get $e)))
        (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=80  (local.get $w)) (local.get $v) (local.get $f)))
        (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=96  (local.get $w)) (local.get $v) (local.get $g)))
        (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=112 (local.get $w)) (local.get $v) (local.get $h)))
        (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=128 (local.get $w)) (local.get $v) (local.get $i)))
        (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=144 (local.get $w)) (local.get $v) (local.get $j)))
        (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=160 (local.get $w)) (local.get $v) (local.get $k)))
        (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=176 (local.get $w)) (local.get $v) (local.get $l)))
        ;; Columns 4 to 7, with $u.
        (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=192 (local.get $w)) (local.get $u) (local.get $a)))
        (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=208 (local.get $w)) (local.get $u) (local.get $b)))
        (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=224 (local.get $w)) (local.get $u) (local.get $c)))
        (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=240 (local.get $w)) (local.get $u) (local.get $d)))
        (local.set $v (i8x16.shuffle 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 (local.get $short) (local.get $short)))
        (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=256 (local.get $w)) (local.get $u) (local.get $e)))
        (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=272 (local.get $w)) (local.get $u) (local.get $f)))
        (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=288 (local.get $w)) (local.get $u) (local.get $g)))
        (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=304 (local.get $w)) (local.get $u) (local.get $h)))
        (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=320 (local.get $w)) (local.get $u) (local.get $i)))
        (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=336 (local.get $w)) (local.get $u) (local.get $j)))
        (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=352 (local.get $w)) (local.get $u) (local.get $k)))
        (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=368 (local.get $w)) (local.get $u) (local.get $l)))
        ;; Columns 8 to 11, with $v.
        (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=384 (local.get $w)) (local.get $v) (local.get $a)))
        (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=400 (local.get $w)) (local.get $v) (local.get $b)))
        (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=416 (local.get $w)) (local.get $v) (local.get $c)))
        (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=432 (local.get $w)) (local.get $v) (local.get $d)))
        (local.set $u (i8x16.shuffle 12 13 14 15 12 13 14 15 12 13 14 15 12 13 14 15 (local.get $short) (local.get $short)))
        (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=448 (local.get $w)) (local.get $v) (local.get $e)))
        (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=464 (local.get $w)) (local.get $v) (local.get $f)))
        (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=480 (local.get $w)) (local.get $v) (local.get $g)))
        (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=496 (local.get $w)) (local.get $v) (local.get $h)))
        (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=512 (local.get $w)) (local.get $v) (local.get $i)))
        (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=528 (local.get $w)) (local.get $v) (local.get $j)))
        (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=544 (local.get $w)) (local.get $v) (local.get $k)))
        (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=560 (local.get $w)) (local.get $v) (local.get $l)))
        ;; Columns 12 to 15, with $u.
        (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=576 (local.get $w)) (local.get $u) (local.get $a)))
        (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=592 (local.get $w)) (local.get $u) (local.get $b)))
        (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=608 (local.get $w)) (local.get $u) (local.get $c)))
        (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=624 (local.get $w)) (local.get $u) (local.get $d)))
        (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=640 (local.get $w)) (local.get $u) (local.get $e)))
        (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=656 (local.get $w)) (local.get $u) (local.get $f)))
        (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=672 (local.get $w)) (local.get $u) (local.get $g)))
        (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=688 (local.get $w)) (local.get $u) (local.get $h)))
        (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=704 (local.get $w)) (local.get $u) (local.get $i)))
        (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=720 (local.get $w)) (local.get $u) (local.get $j)))
        (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=736 (local.get $w)) (local.get $u) (local.get $k)))
        (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=752 (local.get $w)) (local.get $u) (local.get $l)))
        (local.set $w (i32.add (local.get $w) (i32.const 768)))
        (br_if $each (i32.lt_u
          (local.tee $from (i32.add (local.get $from) (i32.const 16)))
          (local.get $end))))
      ;; The 48 sums are complete.
      (v128.store (local.get $out) (local.get $a))
      (v128.store offset=16 (local.get $out) (local.get $b))
      (v128.store offset=32 (local.get $out) (local.get $c))
      (v128.store offset=48 (local.get $out) (local.get $d))
      (v128.store offset=64 (local.get $out) (local.get $e))
      (v128.store offset=80 (local.get $out) (local.get $f))
      (v128.store offset=96 (local.get $out) (local.get $g))
      (v128.store offset=112 (local.get $out) (local.get $h))
      (v128.store offset=128 (local.get $out) (local.get $i))
      (v128.store offset=144 (local.get $out) (local.get $j))
      (v128.store offset=160 (local.get $out) (local.get $k))
      (v128.store offset=176 (local.get $out) (local.get $l))
      (local.set $first (i32.add (local.get $first) (i32.const 192)))
      (local.set $out (i32.add (local.get $out) (i32.const 192)))
      (br_if $groups (local.tee $rows (i32.sub (local.get $rows) (i32.const 48))))))

  ;; finish: out[i] = (sums[i] shifted right by $shift, rounded) + bias[i], cut off at 16 bits. $count is a multiple of 8.
  ;; It makes what a word adds to the gates, in 2048ths, from the sums of multiply_word.
  (func (export "finish") (param $sums i32) (param $bias i32) (param $out i32) (param $count i32) (param $shift i32)
    (local $half v128)
    (local.set $half (i32x4.splat (i32.shl (i32.const 1) (i32.sub (local.get $shift) (i32.const 1)))))
    (loop $each
      (v128.store (local.get $out) (i16x8.narrow_i32x4_s
        (i32x4.add
          (i32x4.shr_s (i32x4.add (v128.load (local.get $sums)) (local.get $half)) (local.get $shift))
          (v128.load16x4_s (local.get $bias)))
        (i32x4.add
          (i32x4.shr_s (i32x4.add (v128.load offset=16 (local.get $sums)) (local.get $half)) (local.get $shift))
          (v128.load16x4_s offset=8 (local.get $bias)))))
      (local.set $sums (i32.add (local.get $sums) (i32.const 32)))
      (local.set $bias (i32.add (local.get $bias) (i32.const 16)))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $each (local.tee $count (i32.sub (local.get $count) (i32.const 8))))))

  ;; $scaled: eight sums, each times the scale of its row, as 16-bit numbers in 2048ths, cut off at 16 bits.
  ;; $low and $high are four sums each; $scale and $more are their scales.
  (func $scaled (param $low v128) (param $scale v128) (param $high v128) (param $more v128) (result v128)
    (i16x8.narrow_i32x4_s
      (i32x4.shr_s (i32x4.mul (local.get $low) (local.get $scale)) (i32.const 12))
      (i32x4.shr_s (i32x4.mul (local.get $high) (local.get $more)) (i32.const 12))))

  ;; $bend: a curve like sigmoid(x) - 1/2, in 32768ths, of eight numbers in 2048ths. With p = x / 4, cut to -1 to 1, it is
  ;; p - p * |p| / 2: two parabolas that meet at 0 with the slope of the sigmoid, and are flat from -4 and 4 on.
  ;; It is a tanh too, because tanh(y) = 2 * (sigmoid(2y) - 1/2): given 2y, the same number in 16384ths is like tanh(y). So
  ;; pack.py makes the rows of new states twice as large, and $tanh doubles its sums.
  (func $bend (param $x v128) (result v128)
    (local $half v128)
    ;; 2x, then |p| / 2 in 32768ths. The smaller one as unsigned numbers: the absolute value of -32768 is 32768.
    (local.set $x (i16x8.add_sat_s (local.get $x) (local.get $x)))
    (local.set $half (i16x8.min_u (i16x8.abs (local.get $x))
      (v128.const i16x8 16384 16384 16384 16384 16384 16384 16384 16384)))
    ;; 4x, which is p in 32768ths: adding with saturation cuts it off. q15mulr multiplies 32768ths and rounds.
    (local.set $x (i16x8.add_sat_s (local.get $x) (local.get $x)))
    (i16x8.sub (local.get $x) (i16x8.q15mulr_sat_s (local.get $x) (local.get $half))))

  ;; $gate: the curve plus 1/2, a sigmoid from 0 to 1 in 32768ths.
  (func $gate (param $x v128) (result v128)
    (i16x8.add_sat_s (call $bend (local.get $x))
      (v128.const i16x8 16384 16384 16384 16384 16384 16384 16384 16384)))

  ;; $shorten: stores 16 numbers in 16384ths ($x, then $y) as 7-bit inputs. 16384 makes them positive, 128 rounds, and the
  ;; high byte of each is the number in 64ths plus 64. The saturated sum cuts 128 to 127.
  (func $shorten (param $out i32) (param $x v128) (param $y v128)
    (v128.store (local.get $out) (i8x16.shuffle 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31
      (i16x8.add_sat_s (local.get $x) (v128.const i16x8 16512 16512 16512 16512 16512 16512 16512 16512))
      (i16x8.add_sat_s (local.get $y) (v128.const i16x8 16512 16512 16512 16512 16512 16512 16512 16512)))))

  ;; $between: the next state, new + update * (before - new).
  (func $between (param $new v128) (param $update v128) (param $before v128) (result v128)
    (i16x8.add (local.get $new) (i16x8.q15mulr_sat_s (local.get $update)
      (i16x8.sub_sat_s (local.get $before) (local.get $new)))))

  ;; recur: one direction of the gated recurrent unit over $count tokens, which is most of the work.
  ;;   $tokens, $step            the address of the first token's entry in the list of inputs, and from one entry to the next
  ;;   $offset                   where this direction's part begins in the inputs of a word
  ;;   $weights, $firsts, $all_scales   of the states, for 3 * $units rows
  ;;   $state                    the state before the first token, 16 bits per unit
  ;;   $old, $other              the same state in 7 bits, and room for the next one. They change places after each token,
  ;;                             because all units must read the state before the token
  ;;   $out, $out_step           where the state after the first token goes, and from one to the next
  ;;   $units                    a multiple of 16, and at least 32
  ;; The steps are negative for the direction that reads backward.
  ;;
  ;; Inputs, weights, firsts and scales have 48 rows for each 16 units: 16 reset gates, 16 update gates, 16 new states. So
  ;; the 12 sums of multiply are those of 16 units: $a to $d belong to their reset gates, $e to $h to their update gates, $i
  ;; to $l to their new states.
  ;;
  ;; Two things overlap, so that neither waits for the other: while the first 16 columns of one group are multiplied, the
  ;; gates of the group before are computed, in four steps between the multiplications. For that group it keeps
  ;;   $reset, $update, $new     the inputs of the gates of its units 0 to 7; $reset_2, $update_2, $new_2 of units 8 to 15
  ;;   $input                    the address of its inputs
  ;;   $before, $to, $next       the addresses of its state before the token, of its state after it, and of that in 7 bits
  ;; The last group of a token is finished while the first group of the next token begins. That reads columns 0 to 15
  ;; first, and the last group's states are columns 16 or later: this is why there are at least 32 units.
  ;; Before the very first group there is none. What the four steps then compute means nothing: they store it in the place
  ;; of the first group, which overwrites it.
  ;;
  ;; For the present group: $at is the offset of its states in bytes, $x its inputs, $w, $first and $scales its weights, what
  ;; its sums begin with and its scales. $from walks along the columns up to $end; $short, $u and $v are as in multiply.
  (func (export "recur")
    (param $tokens i32) (param $step i32) (param $count i32) (param $offset i32)
    (param $weights i32) (param $firsts i32) (param $all_scales i32)
    (param $state i32) (param $old i32) (param $other i32)
    (param $out i32) (param $out_step i32) (param $units i32)
    (local $w i32) (local $first i32) (local $scales i32) (local $x i32) (local $from i32) (local $end i32) (local $at i32)
    (local $input i32) (local $before i32) (local $to i32) (local $next i32) (local $short v128) (local $v v128)
    (local $u v128) (local $reset v128) (local $reset_2 v128) (local $update v128) (local $update_2 v128) (local $new v128)
    (local $new_2 v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $e v128) (local $f v128)
    (local $g v128) (local $h v128) (local $i v128) (local $j v128) (local $k v128) (local $l v128)
    ;; The places of the first group, for the four steps that have no group before it.
    (local.set $before (local.get $state))
    (local.set $to (local.get $out))
    (local.set $next (local.get $other))
    ;; One token per turn.
    (loop $each
      (local.set $x (i32.add (i32.load (local.get $tokens)) (local.get $offset)))
      (local.set $w (local.get $weights))
      (local.set $first (local.get $firsts))
      (local.set $scales (local.get $all_scales))
      (local.set $end (i32.add (local.get $old) (local.get $units)))
      (local.set $at (i32.const 0))
      ;; One group of 16 units per turn.
      (loop $sixteen
        ;; What the 48 sums begin with.
        (local.set $a (v128.load (local.get $first)))
        (local.set $b (v128.load offset=16 (local.get $first)))
        (local.set $c (v128.load offset=32 (local.get $first)))
        (local.set $d (v128.load offset=48 (local.get $first)))
        (local.set $e (v128.load offset=64 (local.get $first)))
        (local.set $f (v128.load offset=80 (local.get $first)))
        (local.set $g (v128.load offset=96 (local.get $first)))
        (local.set $h (v128.load offset=112 (local.get $first)))
        (local.set $i (v128.load offset=128 (local.get $first)))
        (local.set $j (v128.load offset=144 (local.get $first)))
        (local.set $k (v128.load offset=160 (local.get $first)))
        (local.set $l (v128.load offset=176 (local.get $first)))
        ;; The first 16 columns of this group, and between them the gates of the group before.
        (local.set $from (local.get $old))
        (local.set $short (v128.load (local.get $from)))
        (local.set $v (i8x16.shuffle 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 (local.get $short) (local.get $short)))
        ;; Columns 0 to 3, with $v.
        (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load            (local.get $w)) (local.get $v) (local.get $a)))
        (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=16  (local.get $w)) (local.get $v) (local.get $b)))
        (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=32  (local.get $w)) (local.get $v) (local.get $c)))
        (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=48  (local.get $w)) (local.get $v) (local.get $d)))
        (local.set $u (i8x16.shuffle 4 5 6 7 4 5 6 7 4 5 6 7 4 5 6 7 (local.get $short) (local.get $short)))
        (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=64  (local.get $w)) (local.get $v) (local.get $e)))
        (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=80  (local.get $w)) (local.get $v) (local.get $f)))
        (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=96  (local.get $w)) (local.get $v) (local.get $g)))
        (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=112 (local.get $w)) (local.get $v) (local.get $h)))
        (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=128 (local.get $w)) (local.get $v) (local.get $i)))
        (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=144 (local.get $w)) (local.get $v) (local.get $j)))
        (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=160 (local.get $w)) (local.get $v) (local.get $k)))
        (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=176 (local.get $w)) (local.get $v) (local.get $l)))
        ;; Step 1 for the group before: its reset and update gates.
        (local.set $reset (call $gate (local.get $reset)))
        (local.set $reset_2 (call $gate (local.get $reset_2)))
        (local.set $update (call $gate (local.get $update)))
        (local.set $update_2 (call $gate (local.get $update_2)))
        ;; Columns 4 to 7, with $u.
        (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=192 (local.get $w)) (local.get $u) (local.get $a)))
        (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=208 (local.get $w)) (local.get $u) (local.get $b)))
        (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=224 (local.get $w)) (local.get $u) (local.get $c)))
        (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=240 (local.get $w)) (local.get $u) (local.get $d)))
        (local.set $v (i8x16.shuffle 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 (local.get $short) (local.get $short)))
        (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=256 (local.get $w)) (local.get $u) (local.get $e)))
        (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=272 (local.get $w)) (local.get $u) (local.get $f)))
        (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=288 (local.get $w)) (local.get $u) (local.get $g)))
        (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=304 (local.get $w)) (local.get $u) (local.get $h)))
        (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=320 (local.get $w)) (local.get $u) (local.get $i)))
        (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=336 (local.get $w)) (local.get $u) (local.get $j)))
        (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=352 (local.get $w)) (local.get $u) (local.get $k)))
        (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=368 (local.get $w)) (local.get $u) (local.get $l)))
        ;; Step 2: its new states.
        (local.set $new (call $bend (i16x8.add_sat_s (v128.load offset=64 (local.get $input))
          (i16x8.q15mulr_sat_s (local.get $reset) (local.get $new)))))
        (local.set $new_2 (call $bend (i16x8.add_sat_s (v128.load offset=80 (local.get $input))
          (i16x8.q15mulr_sat_s (local.get $reset_2) (local.get $new_2)))))
        ;; Columns 8 to 11, with $v.
        (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=384 (local.get $w)) (local.get $v) (local.get $a)))
        (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=400 (local.get $w)) (local.get $v) (local.get $b)))
        (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=416 (local.get $w)) (local.get $v) (local.get $c)))
        (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=432 (local.get $w)) (local.get $v) (local.get $d)))
        (local.set $u (i8x16.shuffle 12 13 14 15 12 13 14 15 12 13 14 15 12 13 14 15 (local.get $short) (local.get $short)))
        (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=448 (local.get $w)) (local.get $v) (local.get $e)))
        (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=464 (local.get $w)) (local.get $v) (local.get $f)))
        (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=480 (local.get $w)) (local.get $v) (local.get $g)))
        (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=496 (local.get $w)) (local.get $v) (local.get $h)))
        (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=512 (local.get $w)) (local.get $v) (local.get $i)))
        (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=528 (local.get $w)) (local.get $v) (local.get $j)))
        (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=544 (local.get $w)) (local.get $v) (local.get $k)))
        (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=560 (local.get $w)) (local.get $v) (local.get $l)))
        ;; Step 3: its states after the token.
        (local.set $new (call $between (local.get $new) (local.get $update) (v128.load (local.get $before))))
        (local.set $new_2 (call $between (local.get $new_2) (local.get $update_2)
          (v128.load offset=16 (local.get $before))))
        ;; Columns 12 to 15, with $u.
        (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=576 (local.get $w)) (local.get $u) (local.get $a)))
        (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=592 (local.get $w)) (local.get $u) (local.get $b)))
        (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=608 (local.get $w)) (local.get $u) (local.get $c)))
        (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=624 (local.get $w)) (local.get $u) (local.get $d)))
        (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=640 (local.get $w)) (local.get $u) (local.get $e)))
        (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=656 (local.get $w)) (local.get $u) (local.get $f)))
        (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=672 (local.get $w)) (local.get $u) (local.get $g)))
        (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=688 (local.get $w)) (local.get $u) (local.get $h)))
        (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=704 (local.get $w)) (local.get $u) (local.get $i)))
        (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=720 (local.get $w)) (local.get $u) (local.get $j)))
        (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=736 (local.get $w)) (local.get $u) (local.get $k)))
        (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=752 (local.get $w)) (local.get $u) (local.get $l)))
        ;; Step 4: stores them, in 16 bits and in 7.
        (v128.store (local.get $to) (local.get $new))
        (v128.store offset=16 (local.get $to) (local.get $new_2))
        (call $shorten (local.get $next) (local.get $new) (local.get $new_2))
        (local.set $w (i32.add (local.get $w) (i32.const 768)))
        (local.set $from (i32.add (local.get $from) (i32.const 16)))
        ;; The other columns, 16 per turn, as in multiply.
        (loop $columns
          (local.set $short (v128.load (local.get $from)))
          (local.set $v (i8x16.shuffle 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 (local.get $short) (local.get $short)))
          ;; Columns 0 to 3 of these 16, with $v.
          (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load            (local.get $w)) (local.get $v) (local.get $a)))
          (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=16  (local.get $w)) (local.get $v) (local.get $b)))
          (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=32  (local.get $w)) (local.get $v) (local.get $c)))
          (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=48  (local.get $w)) (local.get $v) (local.get $d)))
          (local.set $u (i8x16.shuffle 4 5 6 7 4 5 6 7 4 5 6 7 4 5 6 7 (local.get $short) (local.get $short)))
          (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=64  (local.get $w)) (local.get $v) (local.get $e)))
          (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=80  (local.get $w)) (local.get $v) (local.get $f)))
          (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=96  (local.get $w)) (local.get $v) (local.get $g)))
          (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=112 (local.get $w)) (local.get $v) (local.get $h)))
          (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=128 (local.get $w)) (local.get $v) (local.get $i)))
          (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=144 (local.get $w)) (local.get $v) (local.get $j)))
          (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=160 (local.get $w)) (local.get $v) (local.get $k)))
          (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=176 (local.get $w)) (local.get $v) (local.get $l)))
          ;; Columns 4 to 7 of these 16, with $u.
          (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=192 (local.get $w)) (local.get $u) (local.get $a)))
          (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=208 (local.get $w)) (local.get $u) (local.get $b)))
          (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=224 (local.get $w)) (local.get $u) (local.get $c)))
          (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=240 (local.get $w)) (local.get $u) (local.get $d)))
          (local.set $v (i8x16.shuffle 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 (local.get $short) (local.get $short)))
          (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=256 (local.get $w)) (local.get $u) (local.get $e)))
          (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=272 (local.get $w)) (local.get $u) (local.get $f)))
          (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=288 (local.get $w)) (local.get $u) (local.get $g)))
          (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=304 (local.get $w)) (local.get $u) (local.get $h)))
          (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=320 (local.get $w)) (local.get $u) (local.get $i)))
          (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=336 (local.get $w)) (local.get $u) (local.get $j)))
          (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=352 (local.get $w)) (local.get $u) (local.get $k)))
          (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=368 (local.get $w)) (local.get $u) (local.get $l)))
          ;; Columns 8 to 11 of these 16, with $v.
          (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=384 (local.get $w)) (local.get $v) (local.get $a)))
          (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=400 (local.get $w)) (local.get $v) (local.get $b)))
          (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=416 (local.get $w)) (local.get $v) (local.get $c)))
          (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=432 (local.get $w)) (local.get $v) (local.get $d)))
          (local.set $u (i8x16.shuffle 12 13 14 15 12 13 14 15 12 13 14 15 12 13 14 15 (local.get $short) (local.get $short)))
          (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=448 (local.get $w)) (local.get $v) (local.get $e)))
          (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=464 (local.get $w)) (local.get $v) (local.get $f)))
          (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=480 (local.get $w)) (local.get $v) (local.get $g)))
          (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=496 (local.get $w)) (local.get $v) (local.get $h)))
          (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=512 (local.get $w)) (local.get $v) (local.get $i)))
          (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=528 (local.get $w)) (local.get $v) (local.get $j)))
          (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=544 (local.get $w)) (local.get $v) (local.get $k)))
          (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=560 (local.get $w)) (local.get $v) (local.get $l)))
          ;; Columns 12 to 15 of these 16, with $u.
          (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=576 (local.get $w)) (local.get $u) (local.get $a)))
          (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=592 (local.get $w)) (local.get $u) (local.get $b)))
          (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=608 (local.get $w)) (local.get $u) (local.get $c)))
          (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=624 (local.get $w)) (local.get $u) (local.get $d)))
          (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=640 (local.get $w)) (local.get $u) (local.get $e)))
          (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=656 (local.get $w)) (local.get $u) (local.get $f)))
          (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=672 (local.get $w)) (local.get $u) (local.get $g)))
          (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=688 (local.get $w)) (local.get $u) (local.get $h)))
          (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=704 (local.get $w)) (local.get $u) (local.get $i)))
          (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=720 (local.get $w)) (local.get $u) (local.get $j)))
          (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=736 (local.get $w)) (local.get $u) (local.get $k)))
          (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=752 (local.get $w)) (local.get $u) (local.get $l)))
          (local.set $w (i32.add (local.get $w) (i32.const 768)))
          (br_if $columns (i32.lt_u
            (local.tee $from (i32.add (local.get $from) (i32.const 16)))
            (local.get $end))))
        ;; The sums are complete: the inputs of this group's gates, in 2048ths. Those of the new states stay apart from the
        ;; word's part, because the reset gate multiplies them first. Its gates are computed with the next group.
        (local.set $reset (i16x8.add_sat_s (v128.load (local.get $x)) (call $scaled
          (local.get $a) (v128.load (local.get $scales)) (local.get $b) (v128.load offset=16 (local.get $scales)))))
        (local.set $reset_2 (i16x8.add_sat_s (v128.load offset=16 (local.get $x)) (call $scaled
          (local.get $c) (v128.load offset=32 (local.get $scales)) (local.get $d) (v128.load offset=48 (local.get $scales)))))
        (local.set $update (i16x8.add_sat_s (v128.load offset=32 (local.get $x)) (call $scaled
          (local.get $e) (v128.load offset=64 (local.get $scales)) (local.get $f) (v128.load offset=80 (local.get $scales)))))
        (local.set $update_2 (i16x8.add_sat_s (v128.load offset=48 (local.get $x)) (call $scaled
          (local.get $g) (v128.load offset=96 (local.get $scales))
          (local.get $h) (v128.load offset=112 (local.get $scales)))))
        (local.set $new (call $scaled
          (local.get $i) (v128.load offset=128 (local.get $scales))
          (local.get $j) (v128.load offset=144 (local.get $scales))))
        (local.set $new_2 (call $scaled
          (local.get $k) (v128.load offset=160 (local.get $scales))
          (local.get $l) (v128.load offset=176 (local.get $scales))))
        ;; This group is now the group before.
        (local.set $input (local.get $x))
        (local.set $before (i32.add (local.get $state) (local.get $at)))
        (local.set $to (i32.add (local.get $out) (local.get $at)))
        (local.set $next (i32.add (local.get $other) (i32.shr_u (local.get $at) (i32.const 1))))
        (local.set $first (i32.add (local.get $first) (i32.const 192)))
        (local.set $scales (i32.add (local.get $scales) (i32.const 192)))
        (local.set $x (i32.add (local.get $x) (i32.const 96)))
        (br_if $sixteen (i32.lt_u
          (local.tee $at (i32.add (local.get $at) (i32.const 32)))
          (i32.shl (local.get $units) (i32.const 1)))))
      ;; The next token: the two states in 7 bits change places ($end is free here), and the state just made is the one before.
      (local.set $end (local.get $old))
      (local.set $old (local.get $other))
      (local.set $other (local.get $end))
      (local.set $state (local.get $out))
      (local.set $out (i32.add (local.get $out) (local.get $out_step)))
      (local.set $tokens (i32.add (local.get $tokens) (local.get $step)))
      (br_if $each (local.tee $count (i32.sub (local.get $count) (i32.const 1)))))
    ;; The last group of the last token has no next group: its four steps alone.
    (local.set $reset (call $gate (local.get $reset)))
    (local.set $reset_2 (call $gate (local.get $reset_2)))
    (local.set $update (call $gate (local.get $update)))
    (local.set $update_2 (call $gate (local.get $update_2)))
    (local.set $new (call $bend (i16x8.add_sat_s (v128.load offset=64 (local.get $input))
      (i16x8.q15mulr_sat_s (local.get $reset) (local.get $new)))))
    (local.set $new_2 (call $bend (i16x8.add_sat_s (v128.load offset=80 (local.get $input))
      (i16x8.q15mulr_sat_s (local.get $reset_2) (local.get $new_2)))))
    (local.set $new (call $between (local.get $new) (local.get $update) (v128.load (local.get $before))))
    (local.set $new_2 (call $between (local.get $new_2) (local.get $update_2)
      (v128.load offset=16 (local.get $before))))
    (v128.store (local.get $to) (local.get $new))
    (v128.store offset=16 (local.get $to) (local.get $new_2))
    (call $shorten (local.get $next) (local.get $new) (local.get $new_2)))

  ;; $tanh: the tanh of eight sums times their scales, in 16384ths. See $bend for the doubling.
  (func $tanh (param $low v128) (param $scale v128) (param $high v128) (param $more v128) (result v128)
    (local.set $low (call $scaled (local.get $low) (local.get $scale) (local.get $high) (local.get $more)))
    (call $bend (i16x8.add_sat_s (local.get $low) (local.get $low))))

  ;; squash: out[i] = tanh(sums[i] * scales[i]) as a 7-bit input, for the hidden units. $count is a multiple of 16.
  (func (export "squash") (param $sums i32) (param $scales i32) (param $out i32) (param $count i32)
    (loop $sixteen
      (call $shorten (local.get $out)
        (call $tanh
          (v128.load (local.get $sums)) (v128.load (local.get $scales))
          (v128.load offset=16 (local.get $sums)) (v128.load offset=16 (local.get $scales)))
        (call $tanh
          (v128.load offset=32 (local.get $sums)) (v128.load offset=32 (local.get $scales))
          (v128.load offset=48 (local.get $sums)) (v128.load offset=48 (local.get $scales))))
      (local.set $sums (i32.add (local.get $sums) (i32.const 64)))
      (local.set $scales (i32.add (local.get $scales) (i32.const 64)))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $sixteen (local.tee $count (i32.sub (local.get $count) (i32.const 16))))))

  ;; largest: out[column] = the largest of a column of 16-bit states over $rows rows, at least one, as a 7-bit input.
  ;; $bytes (of one row) is a multiple of 32. 16 columns at a time: $most has the first eight, $more the others; $at is
  ;; their offset in the row, and $cell walks down the rows.
  (func (export "largest") (param $from i32) (param $rows i32) (param $out i32) (param $bytes i32)
    (local $at i32) (local $cell i32) (local $row i32) (local $most v128) (local $more v128)
    (loop $columns
      (local.set $cell (i32.add (local.get $from) (local.get $at)))
      (local.set $most (v128.load (local.get $cell)))
      (local.set $more (v128.load offset=16 (local.get $cell)))
      (local.set $row (local.get $rows))
      (loop $down
        (local.set $most (i16x8.max_s (local.get $most) (v128.load (local.get $cell))))
        (local.set $more (i16x8.max_s (local.get $more) (v128.load offset=16 (local.get $cell))))
        (local.set $cell (i32.add (local.get $cell) (local.get $bytes)))
        (br_if $down (local.tee $row (i32.sub (local.get $row) (i32.const 1)))))
      (call $shorten (i32.add (local.get $out) (i32.shr_u (local.get $at) (i32.const 1))) (local.get $most) (local.get $more))
      (br_if $columns (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 32))) (local.get $bytes))))))
