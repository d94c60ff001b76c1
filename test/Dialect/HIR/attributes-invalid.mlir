// Attributes: what is refused, and how.
//
// RUN: tf-opt %s -verify-diagnostics -split-input-file

// expected-error @below {{dimension 'n' has the interval [3, 3); bounds must satisfy 0 <= lo < hi}}
module attributes {test.a = #hir.dim<"n", 3, 3>} {}

// -----

// expected-error @below {{dimension 'n' has the interval [-1, 3); bounds must satisfy 0 <= lo < hi}}
module attributes {test.a = #hir.dim<"n", -1, 3>} {}

// -----

// expected-error @below {{dimension needs a name}}
module attributes {test.a = #hir.dim<"", 1, 3>} {}

// -----

// expected-error @below {{range of dimension 'n' has the interval [5, 4)}}
module attributes {test.a = #hir.range<"n", 5, 4>} {}

// -----

#n = #hir.dim<"n", 1, 65>
// expected-error @below {{a dimension expression needs one symbol per dimension and no affine dims; the map has 2 symbols and 0 dims for 1 dimensions}}
module attributes {test.a = #hir.dim_expr<affine_map<()[a, b] -> (a)>, [#n]>} {}

// -----

#n = #hir.dim<"n", 1, 65>
// expected-error @below {{the map has 0 symbols and 1 dims for 1 dimensions}}
module attributes {test.a = #hir.dim_expr<affine_map<(d)[] -> (d)>, [#n]>} {}

// -----

#n = #hir.dim<"n", 1, 65>
// expected-error @below {{a dimension expression with 2 results needs a leading 'min' or 'max'}}
module attributes {test.a = #hir.dim_expr<affine_map<()[a] -> (a, 4)>, [#n]>} {}

// -----

// expected-error @below {{a dimension expression needs a result}}
module attributes {test.a = #hir.dim_expr<min affine_map<()[] -> ()>, []>} {}

// -----

#n = #hir.dim<"n", 1, 65>
// expected-error @below {{dimension 'n' is listed twice}}
module attributes {test.a = #hir.dim_expr<affine_map<()[a, b] -> (a + b)>, [#n, #n]>} {}

// -----

// expected-error @below {{expected #hir.dim in a dimension expression, got 5}}
module attributes {test.a = #hir.dim_expr<affine_map<()[a] -> (a)>, [5]>} {}

// -----

// expected-error @below {{a layout needs one stride per extent, got 1 strides for 2 extents}}
module attributes {test.a = #hir.layout<(2, 3) : (3)>} {}

// -----

// expected-error @below {{a layout extent must not be negative, got -2}}
module attributes {test.a = #hir.layout<(-2) : (1)>} {}

// -----

// expected-error @below {{a layout stride must not be negative, got -1}}
module attributes {test.a = #hir.layout<(2) : (-1)>} {}

// -----

// expected-error @below {{expected an integer, #hir.dim or #hir.dim_expr as an extent, got "two"}}
module attributes {test.a = #hir.layout<("two") : (1)>} {}

// -----

// expected-error @below {{a composed layout needs an inner or an outer layout}}
module attributes {test.a = #hir.composed<inner = none, offset = 3, outer = none>} {}

// -----

// expected-error @below {{the offset of a composed layout must not be negative, got -3}}
module attributes {test.a = #hir.composed<inner = none, offset = -3, outer = #hir.layout<(4) : (1)>>} {}

// -----

// expected-error @below {{a topology level needs a name}}
module attributes {test.a = #hir.topology<"", 4>} {}

// -----

// expected-error @below {{topology level 'cta' has extent 0; extents are positive}}
module attributes {test.a = #hir.topology<"cta", 0>} {}

// -----

// expected-error @below {{a mesh names at least one topology level}}
module attributes {test.a = #hir.mesh<[], #hir.layout<(4) : (1)>, ["t"]>} {}

// -----

// expected-error @below {{a mesh names topology level 'cta' twice}}
module attributes {test.a = #hir.mesh<[#hir.topology<"cta", 4>, #hir.topology<"cta", 2>], #hir.layout<(4, 2) : (2, 1)>, ["a", "b"]>} {}

// -----

// expected-error @below {{a mesh needs #hir.layout or #hir.composed, got #hir.topology<"cta", 4>}}
module attributes {test.a = #hir.mesh<[#hir.topology<"cta", 4>], #hir.topology<"cta", 4>, ["t"]>} {}

// -----

// expected-error @below {{a mesh layout needs strides; write #hir.layout<(extents) : (strides)>}}
module attributes {test.a = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4)>, ["t"]>} {}

// -----

// expected-error @below {{a mesh needs one axis name per layout extent, got 2 names for 1 extents}}
module attributes {test.a = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["t", "u"]>} {}

// -----

// expected-error @below {{mesh axis 't' is named twice}}
module attributes {test.a = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(2, 2) : (2, 1)>, ["t", "t"]>} {}

// -----

// expected-error @below {{mesh layout (4):(0) maps two coordinates to one position; positions must be free of duplicates}}
module attributes {test.a = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (0)>, ["t"]>} {}

// -----

// expected-error @below {{mesh layout (5):(1) reaches positions 0 to 4 but levels 'cta' have 4 positions from 0}}
module attributes {test.a = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(5) : (1)>, ["t"]>} {}

// -----

// expected-error @below {{mesh of 4 positions covers a part of levels 'cta' with 8; cover them whole or slice a mesh that does (a composed layout with its offset)}}
module attributes {test.a = #hir.mesh<[#hir.topology<"cta", 8>], #hir.layout<(4) : (1)>, ["t"]>} {}

// -----

// expected-error @below {{mesh axis 1 ("b") of extent 4 straddles level 'cta': the level has extent 4 and its axes so far take 2; split the axis in two}}
module attributes {test.a = #hir.mesh<[#hir.topology<"cta", 4>, #hir.topology<"warp", 2>], #hir.layout<(2, 4) : (4, 1)>, ["a", "b"]>} {}

// -----

// expected-error @below {{mesh over levels 'cta', 'warp' is sliced; slice a mesh that names one level}}
module attributes {test.a = #hir.mesh<[#hir.topology<"cta", 4>, #hir.topology<"warp", 2>], #hir.composed<inner = none, offset = 2, outer = #hir.layout<(2, 2) : (2, 1)>>, ["a", "b"]>} {}

// -----

// expected-error @below {{stride of mesh axis 0 ("a"), 1 is no multiple of 2, the positions finer than level 'cta'; positions of the level are inexact}}
module attributes {test.a = #hir.mesh<[#hir.topology<"cta", 2>, #hir.topology<"warp", 2>], #hir.layout<(2, 2) : (1, 2)>, ["a", "b"]>} {}

// -----

// expected-error @below {{mesh axis 0 ("t") has extent 0; mesh extents must be at least 1}}
module attributes {test.a = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(0) : (1)>, ["t"]>} {}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 48>], #hir.layout<(6, 8) : (8, 1)>, ["w", "t"]>
// expected-error @below {{a shard needs one entry per mesh axis, got 1 entries for 2 axes}}
module attributes {test.a = #hir.shard<#hir.layout<(6, 8) : (8, 1)>, [split(0)], #m>} {}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 48>], #hir.layout<(6, 8) : (8, 1)>, ["w", "t"]>
// expected-error @below {{split(2) on mesh axis 'w' names no position of a layout of rank 2}}
module attributes {test.a = #hir.shard<#hir.layout<(6, 8) : (8, 1)>, [split(2), broadcast], #m>} {}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 48>], #hir.layout<(6, 8) : (8, 1)>, ["w", "t"]>
// expected-error @below {{layout position 0 of a shard has extent 12, but the mesh axes that split it have 6 positions; factor the layout so that both agree}}
module attributes {test.a = #hir.shard<#hir.layout<(12, 8) : (8, 1)>, [split(0), broadcast], #m>} {}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 48>], #hir.layout<(6, 8) : (8, 1)>, ["w", "t"]>
// expected-error @below {{layout position 0 of a shard has extent 6, but the mesh axes that split it have 48 positions}}
module attributes {test.a = #hir.shard<#hir.layout<(6, 8) : (8, 1)>, [split(0), split(0)], #m>} {}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 48>], #hir.layout<(6, 8) : (8, 1)>, ["w", "t"]>
// expected-error @below {{expected 'split', 'broadcast', 'dynamic' or 'partial', got 'scatter'}}
module attributes {test.a = #hir.shard<#hir.layout<(6, 8) : (8, 1)>, [scatter, broadcast], #m>} {}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 48>], #hir.layout<(6, 8) : (8, 1)>, ["w", "t"]>
// expected-error @below {{expected 'sum', 'max' or 'min', got 'mean'}}
module attributes {test.a = #hir.shard<#hir.layout<(6, 8) : (8, 1)>, [partial<mean>, broadcast], #m>} {}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 48>], #hir.layout<(6, 8) : (8, 1)>, ["w", "t"]>
// expected-error @below {{the mesh has no axis 'x'}}
module attributes {test.a = #hir.shard<[5, 12 over x], #m>} {}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 48>], #hir.layout<(6, 8) : (8, 1)>, ["w", "t"]>
// expected-error @below {{tensor axis 1 of extent 20 does not divide over mesh axis 't' of extent 8}}
module attributes {test.a = #hir.shard<[5, 20 over t], #m>} {}

// -----

#m = #hir.mesh<[#hir.topology<"cta", 48>], #hir.layout<(6, 8) : (8, 1)>, ["w", "t"]>
// expected-error @below {{mesh axis 'w' splits the tensor twice; a mesh axis splits one place}}
module attributes {test.a = #hir.shard<[6 over w, 12 over w], #m>} {}

// -----

// expected-error @below {{#hir.encoding<gmem> says what a tensor without an encoding already says; leave it out}}
func.func private @f(tensor<4xf32, #hir.encoding<gmem>>)

// -----

// expected-error @below {{expected a storage ('host', 'gmem', 'smem', 'rmem', 'tmem' or 'umat'), got 'disk'}}
func.func private @f(tensor<4xf32, #hir.encoding<disk>>)

// -----

// expected-error @below {{expected #hir.layout, #hir.composed or #hir.shard as the layout of an encoding, got 5}}
func.func private @f(tensor<4xf32, #hir.encoding<smem, layout = 5>>)

// -----

// expected-error @below {{expected #hir.dim or #hir.dim_expr in 'dims', got 5}}
func.func private @f(tensor<?xf32, #hir.encoding<smem, dims = [5]>>)

// -----

// expected-error @below {{the shape has 1 symbolic extents ('?') but the encoding lists 0 dimensions; give one per '?', in order}}
func.func private @f(tensor<?xf32, #hir.encoding<smem>>)

// -----

#n = #hir.dim<"n", 1, 65>
// expected-error @below {{the shape has 0 symbolic extents ('?') but the encoding lists 1 dimensions}}
func.func private @f(tensor<4xf32, #hir.encoding<smem, dims = [#n]>>)

// -----

// expected-error @below {{the layout #hir.layout<(4, 5) : (5, 1)> is row-major, which a type says without a layout; leave it out}}
func.func private @f(tensor<4x5xf32, #hir.encoding<smem, layout = #hir.layout<(4, 5) : (5, 1)>>>)

// -----

// expected-error @below {{the layout of a tensor needs strides; only 'hir.reshard' materialises them}}
func.func private @f(tensor<4x5xf32, #hir.encoding<smem, layout = #hir.layout<(4, 5)>>>)

// -----

// expected-error @below {{the layout #hir.layout<(5, 4) : (1, 5)> does not have the tensor's shape}}
func.func private @f(tensor<4x5xf32, #hir.encoding<smem, layout = #hir.layout<(5, 4) : (1, 5)>>>)

// -----

// expected-error @below {{the layout #hir.layout<(4, 5) : (1, 3)> maps two coordinates to one place}}
func.func private @f(tensor<4x5xf32, #hir.encoding<smem, layout = #hir.layout<(4, 5) : (1, 3)>>>)

// -----

// expected-error @below {{does not have the tensor's shape}}
func.func private @f(tensor<4xf32, #hir.encoding<smem, layout = #hir.composed<inner = none, offset = 2, outer = #hir.layout<(5) : (1)>>>>)

// -----

// expected-error @below {{maps two coordinates to one place}}
func.func private @f(tensor<4xf32, #hir.encoding<smem, layout = #hir.composed<inner = none, offset = 2, outer = #hir.layout<(4) : (0)>>>>)

// -----

#m = #hir.mesh<[#hir.topology<"cta", 48>], #hir.layout<(6, 8) : (8, 1)>, ["w", "t"]>
// expected-error @below {{a value that is replicated everywhere is spelled without a layout; leave the shard out}}
func.func private @f(tensor<6x8xf32, #hir.encoding<smem, layout = #hir.shard<#hir.layout<(6, 8) : (8, 1)>, [broadcast, broadcast], #m>>>)

// -----

#m = #hir.mesh<[#hir.topology<"cta", 48>], #hir.layout<(6, 8) : (8, 1)>, ["w", "t"]>
// expected-error @below {{the shard layout of a tensor needs strides; only 'hir.reshard' materialises them}}
func.func private @f(tensor<6x8xf32, #hir.encoding<smem, layout = #hir.shard<#hir.layout<(6, 8)>, [split(0), broadcast], #m>>>)

// -----

#m = #hir.mesh<[#hir.topology<"cta", 48>], #hir.layout<(6, 8) : (8, 1)>, ["w", "t"]>
// expected-error @below {{layout shape [6, 8] has 48 elements but tensor shape [6, 9] has 54; the layout states the whole, unsharded domain}}
func.func private @f(tensor<6x9xf32, #hir.encoding<smem, layout = #hir.shard<#hir.layout<(6, 8) : (0, 1)>, [split(0), broadcast], #m>>>)

// -----

#m = #hir.mesh<[#hir.topology<"cta", 48>], #hir.layout<(6, 8) : (8, 1)>, ["w", "t"]>
// expected-error @below {{layout (6, 8):(8, 0) puts two elements of one participant at one place; only a split position may have stride 0}}
func.func private @f(tensor<6x8xf32, #hir.encoding<smem, layout = #hir.shard<#hir.layout<(6, 8) : (8, 0)>, [split(0), broadcast], #m>>>)

// -----

func.func @f(%x: tensor<4xf32, 5>) {
  // expected-error @below {{operand 0 has the encoding 5 : i64; expected #hir.encoding}}
  %r = hir.exp %x : tensor<4xf32, 5>
  return
}

// -----

// expected-error @below {{the device of a target is empty; name one or leave it out}}
module attributes {hir.target = #hir.amx<device = "">} {}

// -----

// expected-error @below {{the device of a target is empty; name one or leave it out}}
module attributes {hir.target = #hir.cuda<device = "">} {}

// -----

// expected-error @below {{the architecture of a target is empty; name one or leave it out}}
module attributes {hir.target = #hir.cuda<device = "nvidia.h200_sxm", architecture = "">} {}

// -----

// Whether two sums of these strides are equal takes too long to find out.
// expected-error @below {{is too irregular to show that its places are distinct; use strides that divide one another}}
func.func private @f(tensor<3x3x3x3x3x3x3x3x3x3x3x3x3x3x3x3xf32, #hir.encoding<gmem, layout = #hir.layout<(3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3) : (67622096964731308, 41063235192932341, 32662940314069083, 843589330325662, 123094060814960085, 102466111347321015, 34279045634218167, 32055555565492185, 42744184588191206, 117441075937983586, 96083767084889644, 137151706668916343, 86772898216306021, 3196724015481128, 31755879179862893, 86871417090071142)>>>)

// -----

// More elements than are enumerated, and 8192 places for them.
// expected-error @below {{the composed layout #hir.composed<inner = #hir.layout<(8192, 8192) : (0, 1)>, offset = 8192, outer = #hir.layout<(4096, 8192) : (8192, 1)>> maps two coordinates to one place}}
func.func private @f(tensor<4096x8192xf32, #hir.encoding<gmem, layout = #hir.composed<inner = #hir.layout<(8192, 8192) : (0, 1)>, offset = 8192, outer = #hir.layout<(4096, 8192) : (8192, 1)>>>>)

// -----

// As many places as elements, of which some are one.
// expected-error @below {{is too irregular to show that its places are distinct}}
func.func private @f(tensor<4096x8192xf32, #hir.encoding<gmem, layout = #hir.composed<inner = #hir.layout<(8192, 8192) : (8191, 1)>, offset = 8192, outer = #hir.layout<(4096, 8192) : (8192, 1)>>>>)
